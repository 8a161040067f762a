import * as v from 'valibot'

const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** Of `GET api/user`, what is needed here. */
const OwnUser = v.object({
	id: Id,
	isLatestRatingsSeen: v.boolean(),
	lastSeenRatingId: v.nullable(Id),
	lastRatingReceivedAt: v.nullable(v.string()),
})
/** Newest first. */
const Ratings = v.array(v.object({ id: Id }))

/** Answers how to stop it. */
type Every = (ms: number, run: () => void) => () => void

/** What one look found. `newest`: the id of the newest rating. */
type Sight = { count: 0 } | { count: number; userId: number; newest: number | null }

/** Asks the instance now and then whether whoever is signed in has ratings they have not seen. */
export function watchNewRatings({
	ask,
	everyMs = 30_000,
	notified,
	onUnseen,
	onNews,
	every = repeat,
}: {
	ask: (path: 'api/user' | `api/ratings/driver/${number}`) => Promise<Response>
	everyMs?: number
	/** The id of the rating that somebody was notified of last, kept over restarts. The instance tells no moments. */
	notified: { read(): string | null; remember(ratingId: string): void }
	/** How many ratings are unseen; told when it changes, and once at the start. */
	onUnseen(count: number): void
	/** There are ratings nobody was told of yet. */
	onNews(news: { userId: number; count: number }): void
	every?: Every
}) {
	let toldUnseen: number | null = null
	// A look that is overtaken by the next one counts no more; after the stop none does.
	let newestLook = 0
	let isStopped = false

	const lookNow = async () => {
		newestLook += 1
		const look = newestLook
		const sight = await unseenRatings(ask).catch(() => null)
		if (!sight || isStopped || look !== newestLook) return
		if (sight.count !== toldUnseen) onUnseen(sight.count)
		toldUnseen = sight.count
		if (!('newest' in sight) || sight.newest === null || notified.read() === String(sight.newest)) return
		notified.remember(String(sight.newest))
		onNews({ userId: sight.userId, count: sight.count })
	}

	const stopTimer = every(everyMs, () => void lookNow())
	void lookNow()

	return {
		lookNow,
		stop() {
			isStopped = true
			stopTimer()
		},
	}
}

/** Throws or rejects when the instance is away or says nothing that makes sense; it is asked again later. */
async function unseenRatings(ask: Parameters<typeof watchNewRatings>[0]['ask']): Promise<Sight> {
	const answer = await ask('api/user')
	if (answer.status === 401) return { count: 0 }
	const { id, ...user } = v.parse(OwnUser, await jsonOf(answer))
	if (user.isLatestRatingsSeen || user.lastRatingReceivedAt === null) return { count: 0 }
	const ratings = v.parse(Ratings, await jsonOf(await ask(`api/ratings/driver/${id}`)))
	const seen = ratings.findIndex((rating) => rating.id === user.lastSeenRatingId)
	const unseen = seen < 0 ? ratings.length : seen
	return { count: Math.max(1, unseen), userId: id, newest: ratings[0]?.id ?? null }
}

async function jsonOf(answer: Response): Promise<unknown> {
	if (!answer.ok) throw new Error(`Answered ${answer.status}`)
	return await answer.json()
}

const repeat: Every = (ms, run) => {
	const timer = setInterval(run, ms)
	return () => clearInterval(timer)
}
