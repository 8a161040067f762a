import { everyCall, type NamedCall } from '#contract/every-call.ts'
import { pictureService } from '#server/features/pictures/pictures.service.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { exampleBody } from './example-body.ts'
import { type TestAnswer, type TestBrowser, type TestMember, testApp } from './test-app.ts'

/* Every limit of http/limits/rate-limits.ts that answers 429, as seen through the whole app. */

export const HERE = '198.51.100.1'
export const ELSEWHERE = '198.51.100.2'
/** Stands for the address of a picture that the app has signed. */
const A_PICTURE = '/previews/a-picture.png'
const UNKNOWN_TOKEN = 'no-such-token-anywhere'

/** `allowed` calls at once, then one more every `wait` seconds. */
export type LimitedCall = {
	name: keyof RateLimits
	allowed: number
	wait: number
	per: 'address' | 'member' | 'driver'
	method: 'get' | 'post' | 'put' | 'patch' | 'delete'
	path: string
	/** The key, if it is not just the address or the member's id. */
	keyOf?: (of: { address: string; me: number; driver: number }) => string
	/** Absent where the example of the call serves. */
	body?: object
}

const ofAddress: LimitedCall['keyOf'] = ({ address }) => `address ${address}`
const ofMemberThere: LimitedCall['keyOf'] = ({ address, me }) => `${me} ${address}`
const ofDriver: LimitedCall['keyOf'] = ({ driver }) => String(driver)

const ROWS: [
	name: LimitedCall['name'],
	allowed: number,
	wait: number,
	per: LimitedCall['per'],
	call: `${LimitedCall['method']} ${string}`,
	keyOf?: LimitedCall['keyOf'],
	body?: object,
][] = [
	['login', 20, 15, 'address', 'post /api/login'],
	['login', 20, 15, 'address', 'post /api/passkeys/log-in'],
	['login', 20, 15, 'address', 'post /api/oidc/finish'],
	['login', 20, 15, 'address', 'post /api/proxy/log-in'],
	['passkeyOptions', 30, 2, 'address', 'post /api/oidc/start'],
	['passkeyOptions', 30, 2, 'address', 'post /api/passkeys/options'],
	['newAccounts', 10, 60, 'address', 'post /api/passkeys/sign-up/options', undefined, { username: 'demo' }],
	['newAccounts', 10, 60, 'address', 'post /api/passkeys/sign-up/options'],
	['newAccounts', 10, 60, 'address', 'post /api/users'],
	['newAccounts', 10, 60, 'address', 'post /api/register'],
	['newAccounts', 10, 60, 'address', 'post /api/ghost-drivers/claim'],
	['newAccountsDaily', 50, 1728, 'address', 'post /api/users'],
	['guestRatings', 5, 12, 'address', 'post /api/ratings', ofAddress],
	['guestRatingsHourly', 20, 180, 'address', 'post /api/ratings', ofAddress],
	['claimLookups', 30, 2, 'address', `get /api/ghost-drivers/claim/${UNKNOWN_TOKEN}`],
	['inviteLookups', 30, 2, 'address', `get /api/invites/${UNKNOWN_TOKEN}`],
	['resetLookups', 30, 2, 'address', `get /api/password-resets/${UNKNOWN_TOKEN}`],
	['resets', 10, 60, 'address', 'post /api/password-resets'],
	['forgotPasswords', 5, 120, 'address', 'post /api/forgot-password'],
	['newPictures', 60, 5, 'address', `get ${A_PICTURE}`],
	['everything', 300, 1, 'address', 'get /api/instance'],
	['memberRatings', 30, 2, 'member', 'post /api/ratings'],
	['memberRatingsHourly', 300, 12, 'member', 'post /api/ratings'],
	['guestRatingsOfDriver', 30, 120, 'driver', 'post /api/ratings', ofDriver],
	['ratingChanges', 30, 2, 'member', 'put /api/ratings/7'],
	['ratingChanges', 30, 2, 'member', 'delete /api/ratings/7'],
	['receipts', 30, 2, 'member', 'post /api/ratings/7/picture'],
	['receipts', 30, 2, 'address', 'post /api/ratings/7/picture'],
	['receipts', 30, 2, 'member', 'post /api/sent'],
	['smallWrites', 120, 1, 'member', `delete /api/sent/${UNKNOWN_TOKEN}`],
	['newGhosts', 20, 180, 'member', 'post /api/ghost-drivers'],
	['renames', 10, 360, 'member', 'put /api/users/ME'],
	['renames', 10, 360, 'member', 'patch /api/users/ME', undefined, { avatarId: 2 }],
	['smallWrites', 120, 1, 'member', 'post /api/users/ME/mark-ratings-seen'],
	['smallWrites', 120, 1, 'member', 'post /api/users/ME/mark-replies-seen'],
	['smallWrites', 120, 1, 'member', 'put /api/ratings/7/reply'],
	['smallWrites', 120, 1, 'member', 'delete /api/ratings/7/reply'],
	['smallWrites', 120, 1, 'member', 'post /api/hidden-drivers'],
	['smallWrites', 120, 1, 'member', 'delete /api/hidden-drivers'],
	['smallWrites', 120, 1, 'member', 'put /api/ghost-drivers/7'],
	['smallWrites', 120, 1, 'member', 'delete /api/ghost-drivers/7'],
	['smallWrites', 120, 1, 'member', 'post /api/trips'],
	['smallWrites', 120, 1, 'member', `post /api/trips/${UNKNOWN_TOKEN}/seat`],
	['smallWrites', 120, 1, 'member', `delete /api/trips/${UNKNOWN_TOKEN}/seat`],
	['smallWrites', 120, 1, 'member', `post /api/trips/${UNKNOWN_TOKEN}/arrive`],
	['smallWrites', 120, 1, 'member', `post /api/trips/${UNKNOWN_TOKEN}/open`],
	['smallWrites', 120, 1, 'member', `delete /api/trips/${UNKNOWN_TOKEN}`],
	['ownPasswords', 10, 360, 'member', 'put /api/users/ME/password', ofMemberThere],
	['smallWrites', 120, 1, 'member', 'post /api/users/ME/tokens'],
	['smallWrites', 120, 1, 'member', 'delete /api/users/ME/tokens/7'],
	['ownPasswords', 10, 360, 'member', 'patch /api/users/ME', ofMemberThere],
	['ownPasswords', 10, 360, 'member', 'delete /api/users/ME', ofMemberThere],
	['eventBatches', 120, 1, 'address', 'post /api/events'],
	['newsChanges', 20, 180, 'member', 'delete /api/users/ME/push'],
	['newsTests', 3, 1200, 'member', 'post /api/users/ME/news/test'],
	['resetLookups', 30, 2, 'address', `post /api/email-checks/${UNKNOWN_TOKEN}`],
	['resetLookups', 30, 2, 'address', 'post /api/news/stop'],
	['ownData', 20, 180, 'member', 'get /api/users/ME/data'],
	['importedFiles', 30, 120, 'member', 'post /api/users/ME/imports/preview'],
	['smallWrites', 120, 1, 'member', 'delete /api/users/ME/imports/7'],
]

export const LIMITED_CALLS = ROWS.map(([name, allowed, wait, per, call, keyOf, body]): LimitedCall => {
	const [method = '', path = ''] = call.split(' ')
	return { name, allowed, wait, per, method: method as LimitedCall['method'], path, keyOf, body }
})

function described({ method, path }: LimitedCall): { body?: unknown } {
	const isIt = ({ call }: NamedCall) =>
		call.method === method.toUpperCase() && RegExp(`^/api${call.path.replace(/:\w+/g, '[^/]+')}$`).test(path)
	return everyCall.find(isIt)?.call ?? {}
}

const appsWithPeople = new Map<string, Promise<AppWithPeople>>()
type AppWithPeople = { app: ReturnType<typeof testApp>; members: TestMember[] }

/** Creating an account is slow, so tests of one kind of limit share an app, and only some limits need members. */
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

/** An app in which one person has almost used up the limit and another has used nothing. */
export async function nearLimit(limit: LimitedCall, settings = {}) {
	const { app, members } = await appFor(limit, settings)
	// Restores the allowance that other tests have used.
	app.wait(DAY_SECONDS)
	const [me, other] = members
	const driver = 2

	/** Counts this many earlier calls by the person. `address` is spelt as the limits spell it. */
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
		const example = exampleBody(described(limit), { id: who.id ?? 1 })
		const body = limit.body ?? (limit.path === '/api/ratings' ? { ...example, driverId: rated } : example)
		const picture = pictureService(app.context).addressOf({ content: { kind: 'general' }, shape: 'preview' })
		const path = spell(limit.path.replace('ME', String(who.id)).replace(A_PICTURE, picture))
		return limit.method === 'get' ? who.get(path, headers) : who[limit.method](path, body, headers)
	}
	const from = (address: string): TestBrowser & { id?: number } => app.browser({ address })
	const counted = limit.per === 'member' && me ? me : from(HERE)
	const uncounted = limit.per !== 'address' && other ? other : from(ELSEWHERE)
	return { app, call, spend, from, counted, uncounted }
}
