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
	per: 'address' | 'member' | 'driver'
	method: 'get' | 'post' | 'put' | 'patch' | 'delete'
	path: string
	body?: object
	/** The key, where it is more than the address or the member's id. */
	keyOf?: (of: { address: string; me: number; driver: number }) => string
}

const ofAddress: LimitedCall['keyOf'] = ({ address }) => `address ${address}`
const ofMemberThere: LimitedCall['keyOf'] = ({ address, me }) => `${me} ${address}`
const ofMemberAndDriver: LimitedCall['keyOf'] = ({ me, driver }) => `${me} ${driver}`
const ofDriver: LimitedCall['keyOf'] = ({ driver }) => String(driver)
const WRONG = { password: 'wrong' }
const A_JOKE = { pool: 'DEFAULT', place: 0 }
const A_PASSKEY_ANSWER = {
	id: 'AA',
	rawId: 'AA',
	type: 'public-key',
	response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
}
const NEW_PASSWORD = { currentPassword: 'wrong', newPassword: 'backseat' }

const ROWS: [
	name: LimitedCall['name'],
	allowed: number,
	wait: number,
	per: LimitedCall['per'],
	call: `${LimitedCall['method']} ${string}`,
	body?: object,
	keyOf?: LimitedCall['keyOf'],
][] = [
	['login', 20, 15, 'address', 'post /api/login', TAKEN],
	['login', 20, 15, 'address', 'post /api/passkeys/log-in', { response: A_PASSKEY_ANSWER }],
	['login', 20, 15, 'address', 'post /api/oidc/finish', { query: '?code=a&state=b' }],
	['login', 20, 15, 'address', 'post /api/proxy/log-in', { name: 'mum' }],
	['passkeyOptions', 30, 2, 'address', 'post /api/oidc/start', {}],
	['passkeyOptions', 30, 2, 'address', 'post /api/passkeys/options', { purpose: 'log_in' }],
	['newAccounts', 10, 60, 'address', 'post /api/passkeys/sign-up/options', TAKEN],
	['newAccounts', 10, 60, 'address', 'post /api/passkeys/sign-up/options', { ...TAKEN, claim: UNKNOWN_TOKEN }],
	['newAccounts', 10, 60, 'address', 'post /api/users', TAKEN],
	['newAccounts', 10, 60, 'address', 'post /api/register', TAKEN],
	['newAccounts', 10, 60, 'address', 'post /api/ghost-drivers/claim', { ...TAKEN, token: UNKNOWN_TOKEN }],
	['newAccountsDaily', 50, 1728, 'address', 'post /api/users', TAKEN],
	['guestRatings', 5, 12, 'address', 'post /api/ratings', undefined, ofAddress],
	['guestRatingsHourly', 20, 180, 'address', 'post /api/ratings', undefined, ofAddress],
	['claimLookups', 30, 2, 'address', `get /api/ghost-drivers/claim/${UNKNOWN_TOKEN}`],
	['inviteLookups', 30, 2, 'address', `get /api/invites/${UNKNOWN_TOKEN}`],
	['resetLookups', 30, 2, 'address', `get /api/password-resets/${UNKNOWN_TOKEN}`],
	['resets', 10, 60, 'address', 'post /api/password-resets', { token: UNKNOWN_TOKEN, password: 'backseat' }],
	['forgotPasswords', 5, 120, 'address', 'post /api/forgot-password', { username: 'nobody' }],
	['newPictures', 60, 5, 'address', `get ${A_PICTURE}`],
	['everything', 300, 1, 'address', 'get /api/instance'],
	['memberRatings', 30, 2, 'member', 'post /api/ratings'],
	['memberRatingsHourly', 300, 12, 'member', 'post /api/ratings'],
	['memberRatingsOfDriver', 10, 360, 'member', 'post /api/ratings', undefined, ofMemberAndDriver],
	['guestRatingsOfDriver', 30, 120, 'driver', 'post /api/ratings', undefined, ofDriver],
	['ratingChanges', 30, 2, 'member', 'put /api/ratings/7', aRating({ driverId: 2 })],
	['ratingChanges', 30, 2, 'member', 'delete /api/ratings/7'],
	['receipts', 30, 2, 'member', 'post /api/ratings/7/picture', A_JOKE],
	['receipts', 30, 2, 'address', 'post /api/ratings/7/picture', A_JOKE],
	['newGhosts', 20, 180, 'member', 'post /api/ghost-drivers', { username: 'Uncle Bob' }],
	['renames', 10, 360, 'member', 'put /api/users/ME', { username: 'demo' }],
	['renames', 10, 360, 'member', 'patch /api/users/ME', { avatarId: 2 }],
	['smallWrites', 120, 1, 'member', 'post /api/users/ME/mark-ratings-seen'],
	['smallWrites', 120, 1, 'member', 'post /api/users/ME/mark-replies-seen'],
	['smallWrites', 120, 1, 'member', 'put /api/ratings/7/reply', { sticker: 'fair' }],
	['smallWrites', 120, 1, 'member', 'delete /api/ratings/7/reply'],
	['smallWrites', 120, 1, 'member', 'post /api/hidden-drivers', { userId: 'ME', driverId: 2 }],
	['smallWrites', 120, 1, 'member', 'delete /api/hidden-drivers', { userId: 'ME', driverId: 2 }],
	['smallWrites', 120, 1, 'member', 'put /api/ghost-drivers/7', { avatarId: 2 }],
	['smallWrites', 120, 1, 'member', 'delete /api/ghost-drivers/7'],
	['smallWrites', 120, 1, 'member', 'post /api/trips', { name: 'To the sea', driverIds: [2] }],
	['smallWrites', 120, 1, 'member', `post /api/trips/${UNKNOWN_TOKEN}/seat`],
	['smallWrites', 120, 1, 'member', `delete /api/trips/${UNKNOWN_TOKEN}/seat`],
	['smallWrites', 120, 1, 'member', `post /api/trips/${UNKNOWN_TOKEN}/arrive`],
	['smallWrites', 120, 1, 'member', `post /api/trips/${UNKNOWN_TOKEN}/open`],
	['smallWrites', 120, 1, 'member', `delete /api/trips/${UNKNOWN_TOKEN}`],
	['ownPasswords', 10, 360, 'member', 'put /api/users/ME/password', NEW_PASSWORD, ofMemberThere],
	['ownPasswords', 10, 360, 'member', 'patch /api/users/ME', { email: null, ...WRONG }, ofMemberThere],
	['ownPasswords', 10, 360, 'member', 'delete /api/users/ME', { ratings: 'stay', ...WRONG }, ofMemberThere],
	['eventBatches', 120, 1, 'address', 'post /api/events', { deviceId: 'device_1', events: [] }],
	['newsChanges', 20, 180, 'member', 'delete /api/users/ME/push', { id: 1 }],
	['newsTests', 3, 1200, 'member', 'post /api/users/ME/news/test'],
	['resetLookups', 30, 2, 'address', `post /api/email-checks/${UNKNOWN_TOKEN}`],
	['resetLookups', 30, 2, 'address', 'post /api/news/stop', { token: UNKNOWN_TOKEN }],
	['ownData', 20, 180, 'member', 'get /api/users/ME/data'],
]

export const LIMITED_CALLS = ROWS.map(([name, allowed, wait, per, call, body, keyOf]): LimitedCall => {
	const [method = '', path = ''] = call.split(' ')
	return { name, allowed, wait, per, method: method as LimitedCall['method'], path, body, keyOf }
})

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
		const own = Object.entries(limit.body ?? {}).map(([name, value]) => [name, value === 'ME' ? who.id : value])
		const body = limit.path === '/api/ratings' ? aRating({ driverId: rated }) : limit.body && Object.fromEntries(own)
		const picture = pictureService(app.context).addressOf({ content: { kind: 'general' }, shape: 'preview' })
		const path = spell(limit.path.replace('ME', String(who.id)).replace(A_PICTURE, picture))
		return limit.method === 'get' ? who.get(path, headers) : who[limit.method](path, body, headers)
	}
	const from = (address: string): TestBrowser & { id?: number } => app.browser({ address })
	const counted = limit.per === 'member' && me ? me : from(HERE)
	const uncounted = limit.per !== 'address' && other ? other : from(ELSEWHERE)
	return { app, call, spend, from, counted, uncounted }
}
