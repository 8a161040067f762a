import { stringify } from 'csv-stringify/sync'
import type { UserId } from '#contract/ids.ts'
import { IMPRESSION_KEYS, verdictOf } from '#contract/impressions.ts'
import type { OwnData } from '#contract/own-account.ts'
import { OWN_DATA_FORMAT, OWN_DATA_VERSION } from '#contract/own-data-limits.ts'
import { isMember } from '#db/member.ts'
import { isPlaceholder, isSealed } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { browserName } from '#server/features/accounts/sessions/browser-names.ts'
import { ownUser } from '#server/features/accounts/users.ts'
import { notFound } from '#server/http/problems.ts'
import { safeInSpreadsheets } from '#server/log/printable-text.ts'

type Lists = {
	[Name in keyof OwnData as OwnData[Name] extends unknown[] ? Name : never]: Iterable<OwnData[Name]>
}
type Sending = Pick<Context, 'queries' | 'clock'>

/** Rows per turn of the event loop, 1 to 2 ms. */
const PAGE = 200

/** Contains only public data of other members. */
function partsOfOwnData(
	{ queries, clock }: Sending,
	userId: UserId,
): { head: Omit<OwnData, keyof Lists>; lists: Lists } {
	const memberThere = () => {
		const user = queries.users.userById(userId)
		if (!user || !isMember(user)) throw notFound('user_not_found')
		return user
	}
	/** Throws if the member leaves meanwhile, because a partial export would look complete. */
	function* pages<Row extends { id: number }, Shown>(
		read: (userId: UserId, page: { after: number; limit: number }) => Row[],
		shown: (row: Row) => Shown,
	): Generator<Shown[]> {
		for (let after = Number.MAX_SAFE_INTEGER; ; ) {
			memberThere()
			const rows = read(userId, { after, limit: PAGE })
			const last = rows.at(-1)
			if (!last) return
			after = last.id
			yield rows.map(shown)
		}
	}
	const user = memberThere()
	const now = clock.now()
	const news = queries.news.newsOf(userId)
	return {
		head: {
			product: 'Backseat',
			format: OWN_DATA_FORMAT,
			version: OWN_DATA_VERSION,
			exportedAt: now.toISOString(),
			news: news ? { rhythm: news.rhythm, minute: news.minute, timeZone: news.timeZone, mail: news.byMail } : null,
			account: {
				...ownUser(user),
				isHost: user.isHost,
				...(user.language !== null && { language: user.language }),
				lastSeenOn: user.lastSeenOn?.toISOString().slice(0, 10) ?? null,
				createdAt: user.createdAt.toISOString(),
			},
		},
		lists: {
			ratingsGiven: pages(queries.ownData.ratingsGivenBy, (rating) => ({
				id: rating.wireId,
				driverId: rating.driverId,
				driver: rating.displayName ?? rating.username,
				driverUsername: rating.isGhost ? null : rating.username,
				...verdictOf(rating),
				isPlaceholder: isPlaceholder(rating),
				isSealed: isSealed(rating),
				createdAt: rating.createdAt.toISOString(),
				reply: rating.reply,
			})),
			broughtVerdicts: pages(queries.ownData.verdictsBroughtBy, (verdict) => ({
				id: verdict.sourceId,
				driver: verdict.driver,
				...verdictOf(verdict),
				createdAt: verdict.createdAt.toISOString(),
				broughtAt: verdict.broughtAt.toISOString(),
			})),
			ratingsReceived: pages(queries.ownData.ratingsReceivedBy, (rating) => ({
				id: rating.wireId,
				...verdictOf(rating),
				createdAt: rating.createdAt.toISOString().slice(0, 10),
				reply: rating.reply,
			})),
			reports: [
				queries.ownData.reportsBy(userId).map(({ reason, ratedOn, reportedAt, status }) => ({
					reason,
					ratedOn: ratedOn.toISOString().slice(0, 10),
					reportedOn: reportedAt.toISOString().slice(0, 10),
					status: status === 'withdrawn' ? null : status,
				})),
			],
			ghosts: [
				queries.ghosts.ghostsCreatedBy(userId).map((ghost) => ({
					id: ghost.id,
					display_name: ghost.displayName,
					isClaimed: ghost.claimedById !== null,
					createdAt: ghost.createdAt.toISOString(),
				})),
			],
			trips: [
				queries.trips.tripsOf(userId).map(({ name, createdAt, makerId }) => ({
					name,
					day: createdAt.toISOString().slice(0, 10),
					isMaker: makerId === userId,
				})),
			],
			sentPages: [
				queries.sent.pagesOf({ userId, guestKey: null }, new Date(0)).map(({ kind, createdAt, isLive }) => ({
					kind,
					createdAt: createdAt.toISOString(),
					isEnded: !isLive,
				})),
			],
			kindsSeen: [queries.stats.kindsSeenBy(userId)],
			hiddenDrivers: pages(queries.ownData.driversHiddenBy, ({ driverId, driver, hiddenAt }) => ({
				driverId,
				driver,
				hiddenAt: hiddenAt.toISOString(),
			})),
			passkeys: [
				queries.passkeys.passkeysOf(userId).map(({ label, rpId, createdAt, lastUsedOn }) => ({
					label,
					host: rpId,
					createdAt: createdAt.toISOString(),
					lastUsedOn: lastUsedOn?.toISOString().slice(0, 10) ?? null,
				})),
			],
			readOnlyTokens: [
				queries.accessTokens.tokensOf(userId).map(({ name, createdAt, lastUsedOn }) => ({
					name,
					createdOn: createdAt.toISOString().slice(0, 10),
					lastUsedOn: lastUsedOn?.toISOString().slice(0, 10) ?? null,
				})),
			],
			phones: [
				queries.push.subscriptionsOf(userId, now).map(({ browser, createdAt }) => ({
					browser,
					since: createdAt.toISOString(),
				})),
			],
			identities: [
				queries.identities.identitiesOf(userId).map(({ issuer, name, linkedAt, lastUsedOn }) => ({
					issuer,
					name,
					linkedAt: linkedAt.toISOString(),
					lastUsedOn: lastUsedOn?.toISOString().slice(0, 10) ?? null,
				})),
			],
			sessions: [
				queries.sessions.liveSessionsOf(userId, now).map(({ userAgent, createdAt }) => ({
					browser: browserName(userAgent),
					signedInAt: createdAt.toISOString(),
				})),
			],
		},
	}
}

/**
 * Streams one JSON document. Other requests may write between chunks, so a list may miss rows added after it started and
 * contain rows deleted after they were read.
 */
export function* ownDataJson(context: Sending, userId: UserId): Generator<string> {
	const { head, lists } = partsOfOwnData(context, userId)
	yield JSON.stringify(head).slice(0, -1)
	for (const [name, pages] of Object.entries<Iterable<readonly object[]>>(lists)) {
		yield `,${JSON.stringify(name)}:[`
		let before = ''
		for (const page of pages) {
			if (page.length === 0) continue
			yield before + JSON.stringify(page).slice(1, -1)
			before = ','
		}
		yield ']'
	}
	yield '}'
}

const COLUMNS = [
	'direction',
	'id',
	'driver',
	'starRating',
	...IMPRESSION_KEYS,
	'isPlaceholder',
	'isSealed',
	'reply',
	'createdAt',
]

/** Ratings given come first. Escapes names that a spreadsheet would run as a formula. */
export function* ownRatingsCsv(context: Sending, userId: UserId): Generator<string> {
	const { head, lists } = partsOfOwnData(context, userId)
	// The byte order mark makes Excel read UTF-8.
	yield stringify([], { header: true, columns: COLUMNS, bom: true })
	const lines = (rows: object[]) => stringify(rows, { columns: COLUMNS, escape_formulas: true })
	for (const page of lists.ratingsGiven)
		yield lines(
			page.map((rating) => ({
				direction: 'given',
				...rating,
				driver: safeInSpreadsheets(rating.driver),
				isPlaceholder: String(rating.isPlaceholder),
				isSealed: String(rating.isSealed),
			})),
		)
	for (const page of lists.ratingsReceived)
		yield lines(page.map((rating) => ({ direction: 'received', driver: head.account.username, ...rating })))
}
