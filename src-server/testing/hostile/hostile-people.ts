import * as v from 'valibot'
import { ALL_BAD } from '#contract/impressions.ts'
import type { HostileAnswer } from './hostile-answers.ts'
import type { Knowledge } from './hostile-bodies.ts'
import type { Header } from './hostile-headers.ts'
import type { HostileRequest } from './hostile-requests.ts'

export type Send = (request: Omit<HostileRequest, 'who'>) => Promise<HostileAnswer>

const MEMBERS_PASSWORD = 'the-password-of-the-member'

const Made = v.object({ id: v.number() })
const MadeGhost = v.object({ id: v.number(), ghostClaimToken: v.string() })

/**
 * Signs people up over the API: an innocent aunt whose secrets must stay hers, and a member and a guest whose browsers
 * send the hostile requests. `street` keeps their names distinct from those of other calls.
 */
export async function hostilePeople(
	send: Send,
	options: {
		origin: string
		basePath?: string
		street?: string
		/** Called with the member's id after each sign-in, so that the member can be made host. */
		onSignIn?: (member: number) => void
	},
) {
	const { origin, basePath = '', street = 'here', onSignIn = () => {} } = options
	const { host } = new URL(origin)
	let members = 0

	async function ask(method: string, path: string, body: object | null, cookie = '') {
		const headers: Header[] = cookie === '' ? [] : [['Cookie', cookie]]
		if (body) headers.push(['Content-Type', 'application/json'])
		const bytes = body && new TextEncoder().encode(JSON.stringify(body))
		const answer = await send({ method, target: `${basePath}/api${path}`, host, headers, body: bytes })
		const said: unknown = answer.body === '' ? null : JSON.parse(answer.body)
		return { status: answer.status, said, cookie: cookiesIn(answer) }
	}

	async function signUp(username: string, password: string, email: string | null) {
		const { said, cookie } = await ask('POST', '/users', { username, password, email })
		return { id: v.parse(Made, said).id, username, password, cookie }
	}

	const rate = async (driverId: number, cookie = '') => {
		const verdict = { driverId, ...ALL_BAD, safetyFeeling: 'safe', starRating: 2 }
		const answer = await ask('POST', '/ratings', verdict, cookie)
		return { ratingId: v.parse(Made, answer.said).id, cookie: answer.cookie }
	}

	const addGhost = async (username: string, email: string | null, cookie: string) =>
		v.parse(MadeGhost, (await ask('POST', '/ghost-drivers', { username, email }, cookie)).said)

	const aunt = await signUp(`aunt.${street}`, 'the-password-of-the-aunt', 'aunt@secret.example')
	const auntsGhost = await addGhost('Only the aunt knows him', 'ghost@secret.example', aunt.cookie)
	await rate(auntsGhost.id, aunt.cookie)
	const namesOfOthers = [String(auntsGhost.id), 'Only the aunt knows him']
	const secrets = [
		aunt.password,
		MEMBERS_PASSWORD,
		'aunt@secret.example',
		'ghost@secret.example',
		auntsGhost.ghostClaimToken,
		aunt.cookie.split('=')[1] ?? 'no session',
	]

	async function move() {
		members++
		const member = await signUp(`member.${street}.${members}`, MEMBERS_PASSWORD, null)
		onSignIn(member.id)
		const ghost = await addGhost('Uncle Bob', null, member.cookie)
		const own = await rate(2, member.cookie)
		const guest = await rate(member.id)
		const known: Knowledge = {
			// The people's own ids are more frequent, because their requests have most effects.
			ids: [1, 2, aunt.id, ghost.id, ghost.id, member.id, member.id, member.id],
			ratingIds: [1, own.ratingId, guest.ratingId],
			names: [aunt.username, aunt.username.toUpperCase(), 'demo', 'guest', member.username, 'Uncle Bob'],
			password: member.password,
			tokens: [ghost.ghostClaimToken, 'no-such-token-anywhere', 'x'.repeat(32)],
		}
		return { cookies: { visitor: '', guest: guest.cookie, member: member.cookie }, member, known }
	}

	let here = await move()

	/** Signs the member in again, who may have logged out, signed up as another, or changed the password. */
	const logIn = async () => {
		const { username, password } = here.member
		const { status, cookie } = await ask('POST', '/login', { username, password })
		here.cookies.member = status === 200 ? cookie : ''
		onSignIn(here.member.id)
	}

	return {
		/** Only the aunt may read these secrets; hosts may also read the names. */
		secrets,
		namesOfOthers,
		get known() {
			return here.known
		},
		async send({ who, ...request }: HostileRequest): Promise<HostileAnswer> {
			const cookie = here.cookies[who]
			const isForged = request.headers.some(([name]) => name === 'Cookie')
			const own: Header[] = cookie === '' || isForged ? [] : [['Cookie', cookie]]
			const answer = await send({ ...request, headers: [...own, ...request.headers] })
			const isOut = answer.headers.getSetCookie().some((line) => line.includes('backseat_session='))
			if (who === 'member' && isOut && own.length > 0) await logIn()
			return answer
		},
		/** Replaces hostile people who have deleted their accounts or lost their cookies. */
		async refresh(): Promise<void> {
			if (here.cookies.member === '') await logIn()
			const { status } = await ask('GET', '/user', null, here.cookies.member)
			if (status !== 200) here = await move()
		},
		/** True if the innocent aunt still finds everything unchanged. */
		async isAuntWell(): Promise<boolean> {
			const me = await ask('GET', '/user', null, aunt.cookie)
			const ghosts = await ask('GET', '/ghost-drivers', null, aunt.cookie)
			return me.status === 200 && JSON.stringify(ghosts.said).includes(String(auntsGhost.id))
		},
	}
}

function cookiesIn({ headers }: HostileAnswer): string {
	return headers
		.getSetCookie()
		.filter((line) => !line.includes('Max-Age=0;'))
		.map((line) => line.split(';')[0])
		.join('; ')
}
