import { pictureService } from '#server/features/pictures/pictures.service.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { aRating, type TestAnswer, type TestBrowser, type TestMember, testApp } from './test-app.ts'

/*
 * Every limit of http/limits/rate-limits.ts that answers 429, as it is met through the whole app.
 */

export const HERE = '198.51.100.1'
export const ELSEWHERE = '198.51.100.2'
const TAKEN = { username: 'demo', password: 'backseat' }
/** Stands for one that the app has signed. */
const A_PICTURE = '/previews/a-picture.png'
const UNKNOWN_TOKEN = 'no-such-token-anywhere'

/** `allowed` at once, then one more each `wait` seconds. */
export type LimitedCall = {
	name: keyof RateLimits
	allowed: number
	wait: number
	/** Who is counted as one. */
	per: 'address' | 'member' | 'driver'
	method: 'get' | 'post' | 'put' | 'patch' | 'delete'
	path: string
	body?: object
	/** The key, where it is more than the address or the member's id. */
	keyOf?: (of: { address: string; me: number; driver: number }) => string
}

export const LIMITED_CALLS: LimitedCall[] = [
	{ name: 'login', allowed: 20, wait: 15, per: 'address', method: 'post', path: '/api/login', body: TAKEN },
	{ name: 'newAccounts', allowed: 10, wait: 60, per: 'address', method: 'post', path: '/api/users', body: TAKEN },
	{ name: 'newAccounts', allowed: 10, wait: 60, per: 'address', method: 'post', path: '/api/register', body: TAKEN },
	{
		name: 'newAccounts',
		allowed: 10,
		wait: 60,
		per: 'address',
		method: 'post',
		path: '/api/ghost-drivers/claim',
		body: { ...TAKEN, token: UNKNOWN_TOKEN },
	},
	{
		name: 'newAccountsDaily',
		allowed: 50,
		wait: 1728,
		per: 'address',
		method: 'post',
		path: '/api/users',
		body: TAKEN,
	},
	{
		name: 'guestRatings',
		allowed: 5,
		wait: 12,
		per: 'address',
		method: 'post',
		path: '/api/ratings',
		keyOf: ({ address }) => `address ${address}`,
	},
	{
		name: 'guestRatingsHourly',
		allowed: 20,
		wait: 180,
		per: 'address',
		method: 'post',
		path: '/api/ratings',
		keyOf: ({ address }) => `address ${address}`,
	},
	{
		name: 'claimLookups',
		allowed: 30,
		wait: 2,
		per: 'address',
		method: 'get',
		path: `/api/ghost-drivers/claim/${UNKNOWN_TOKEN}`,
	},
	{
		name: 'inviteLookups',
		allowed: 30,
		wait: 2,
		per: 'address',
		method: 'get',
		path: `/api/invites/${UNKNOWN_TOKEN}`,
	},
	{
		name: 'resetLookups',
		allowed: 30,
		wait: 2,
		per: 'address',
		method: 'get',
		path: `/api/password-resets/${UNKNOWN_TOKEN}`,
	},
	{
		name: 'resets',
		allowed: 10,
		wait: 60,
		per: 'address',
		method: 'post',
		path: '/api/password-resets',
		body: { token: UNKNOWN_TOKEN, password: 'backseat' },
	},
	{
		name: 'forgotPasswords',
		allowed: 5,
		wait: 120,
		per: 'address',
		method: 'post',
		path: '/api/forgot-password',
		body: { username: 'nobody' },
	},
	{ name: 'newPictures', allowed: 60, wait: 5, per: 'address', method: 'get', path: A_PICTURE },
	{ name: 'everything', allowed: 300, wait: 1, per: 'address', method: 'get', path: '/api/instance' },
	{ name: 'memberRatings', allowed: 30, wait: 2, per: 'member', method: 'post', path: '/api/ratings' },
	{ name: 'memberRatingsHourly', allowed: 300, wait: 12, per: 'member', method: 'post', path: '/api/ratings' },
	{
		name: 'memberRatingsOfDriver',
		allowed: 10,
		wait: 360,
		per: 'member',
		method: 'post',
		path: '/api/ratings',
		keyOf: ({ me, driver }) => `${me} ${driver}`,
	},
	{
		name: 'guestRatingsOfDriver',
		allowed: 30,
		wait: 120,
		per: 'driver',
		method: 'post',
		path: '/api/ratings',
		keyOf: ({ driver }) => String(driver),
	},
	{
		name: 'ratingChanges',
		allowed: 30,
		wait: 2,
		per: 'member',
		method: 'put',
		path: '/api/ratings/7',
		body: aRating({ driverId: 2 }),
	},
	{ name: 'ratingChanges', allowed: 30, wait: 2, per: 'member', method: 'delete', path: '/api/ratings/7' },
	{
		name: 'newGhosts',
		allowed: 20,
		wait: 180,
		per: 'member',
		method: 'post',
		path: '/api/ghost-drivers',
		body: { username: 'Uncle Bob' },
	},
	{
		name: 'renames',
		allowed: 10,
		wait: 360,
		per: 'member',
		method: 'put',
		path: '/api/users/ME',
		body: { username: 'demo' },
	},
	{
		name: 'renames',
		allowed: 10,
		wait: 360,
		per: 'member',
		method: 'patch',
		path: '/api/users/ME',
		body: { avatarId: 2 },
	},
	{
		name: 'smallWrites',
		allowed: 120,
		wait: 1,
		per: 'member',
		method: 'post',
		path: '/api/users/ME/mark-ratings-seen',
	},
	{
		name: 'ownPasswords',
		allowed: 10,
		wait: 360,
		per: 'member',
		method: 'put',
		path: '/api/users/ME/password',
		body: { currentPassword: 'wrong', newPassword: 'backseat' },
		keyOf: ({ address, me }) => `${me} ${address}`,
	},
	{
		name: 'ownPasswords',
		allowed: 10,
		wait: 360,
		per: 'member',
		method: 'patch',
		path: '/api/users/ME',
		body: { email: null, password: 'wrong' },
		keyOf: ({ address, me }) => `${me} ${address}`,
	},
	{
		name: 'ownPasswords',
		allowed: 10,
		wait: 360,
		per: 'member',
		method: 'delete',
		path: '/api/users/ME',
		body: { password: 'wrong', ratings: 'stay' },
		keyOf: ({ address, me }) => `${me} ${address}`,
	},
	{
		name: 'eventBatches',
		allowed: 120,
		wait: 1,
		per: 'address',
		method: 'post',
		path: '/api/events',
		body: { deviceId: 'device_1', events: [] },
	},
	{ name: 'ownData', allowed: 20, wait: 180, per: 'member', method: 'get', path: '/api/users/ME/data' },
]

const appsWithPeople = new Map<string, Promise<AppWithPeople>>()
type AppWithPeople = { app: ReturnType<typeof testApp>; members: TestMember[] }

/** An account costs its time, so tests of one kind of limit share an app, and only some limits need people with one. */
function appFor({ per }: LimitedCall, settings: object): Promise<AppWithPeople> {
	const make = async () => {
		const app = testApp({ rateLimitScale: 1, smtpUrl: 'smtp://127.0.0.1:9', smtpFrom: 'a@b.example', ...settings })
		if (per === 'address') return { app, members: [] }
		return { app, members: [await app.member('dad', app.browser({ address: HERE })), await app.member('aunt')] }
	}
	const key = JSON.stringify([per === 'address', settings])
	const made = appsWithPeople.get(key) ?? make()
	appsWithPeople.set(key, made)
	return made
}

const DAY_SECONDS = 86_400

/** An app where the limit is all but used up for one person, and another who has used nothing. */
export async function nearLimit(limit: LimitedCall, settings = {}) {
	const { app, members } = await appFor(limit, settings)
	// Whatever another test has used is there again.
	app.wait(DAY_SECONDS)
	const [me, other] = members
	const driver = 2

	/** As if this person had come this many times already. `address` is how the limits write it. */
	const spend = (times: number, address = HERE) => {
		const rule = app.limits[limit.name]
		if (!('check' in rule)) throw new Error(`${limit.name} does not count`)
		const key = limit.per === 'address' ? address : String(me?.id)
		for (let i = 0; i < times; i++) rule.check(limit.keyOf?.({ address, me: me?.id ?? 0, driver }) ?? key)
	}
	spend(limit.allowed - 1)

	const call = async (
		who: TestBrowser & { id?: number },
		spell = (path: string) => path,
		headers: Record<string, string> = {},
	): Promise<TestAnswer> => {
		const rated = limit.per === 'driver' && who === other ? (me?.id ?? 0) : driver
		const body = limit.path === '/api/ratings' ? aRating({ driverId: rated }) : limit.body
		const picture = pictureService(app.context).addressOf({ content: { kind: 'general' }, shape: 'preview' })
		const path = spell(limit.path.replace('ME', String(who.id)).replace(A_PICTURE, picture))
		return limit.method === 'get' ? who.get(path, headers) : who[limit.method](path, body, headers)
	}
	const from = (address: string): TestBrowser & { id?: number } => app.browser({ address })
	const counted = limit.per === 'member' && me ? me : from(HERE)
	const uncounted = limit.per !== 'address' && other ? other : from(ELSEWHERE)
	return { app, call, spend, from, counted, uncounted }
}
