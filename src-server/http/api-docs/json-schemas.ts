import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import * as v from 'valibot'
import * as accessTokens from '#contract/access-tokens.ts'
import * as accounts from '#contract/accounts.ts'
import * as analytics from '#contract/analytics.ts'
import * as claims from '#contract/claims.ts'
import * as driverKinds from '#contract/driver-kinds.ts'
import * as drivers from '#contract/drivers.ts'
import * as home from '#contract/home.ts'
import * as ids from '#contract/ids.ts'
import { IMPRESSION_KEYS, impressionFields } from '#contract/impressions.ts'
import * as instance from '#contract/instance.ts'
import * as invites from '#contract/invites.ts'
import * as names from '#contract/names.ts'
import * as news from '#contract/news.ts'
import * as oidc from '#contract/oidc.ts'
import * as ownAccount from '#contract/own-account.ts'
import * as passkeys from '#contract/passkeys.ts'
import * as passwordResets from '#contract/password-resets.ts'
import * as problems from '#contract/problems.ts'
import * as proofs from '#contract/proofs.ts'
import * as publicUser from '#contract/public-user.ts'
import * as ratings from '#contract/ratings.ts'
import * as receipts from '#contract/receipts.ts'
import * as signIn from '#contract/sign-in.ts'
import * as stats from '#contract/stats.ts'
import * as stickers from '#contract/stickers.ts'
import * as trips from '#contract/trips.ts'

type Schema = v.GenericSchema

const nouns = [
	accessTokens,
	accounts,
	analytics,
	claims,
	driverKinds,
	drivers,
	home,
	ids,
	instance,
	invites,
	names,
	news,
	oidc,
	ownAccount,
	passkeys,
	passwordResets,
	problems,
	proofs,
	publicUser,
	ratings,
	receipts,
	signIn,
	stats,
	stickers,
	trips,
]

const isSchema = (value: unknown): value is Schema =>
	typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** Named after the field: `RideQuality`. */
const impressions = IMPRESSION_KEYS.map((key) => [key[0]?.toUpperCase() + key.slice(1), impressionFields[key]] as const)

/** Schemas with their contract names. Schemas that only hosts see are inlined in their calls. */
const named: Record<string, Schema> = Object.fromEntries(
	[...nouns.flatMap((noun) => Object.entries<unknown>(noun)), ...impressions].flatMap(([name, value]) =>
		isSchema(value) ? [[name, value]] : [],
	),
)
const hasName = new Set<Schema>(Object.values(named))

/**
 * Describes the input. Answers are checked against schemas that transform nothing, so their input and output are the same.
 */
const config: ConversionConfig = {
	typeMode: 'input',
	target: 'draft-2020-12',
	// JSON Schema cannot express custom checks; `schemaWords` describes them.
	errorMode: 'ignore',
	overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
	overrideSchema: ({ valibotSchema, jsonSchema }) =>
		valibotSchema.type === 'object' ? asRead(valibotSchema as unknown as ObjectSchema, jsonSchema) : undefined,
}

export function jsonSchemas(): Record<string, JsonSchema> {
	const schemas = Object.entries(toJsonSchemaDefs(named, config))
	return Object.fromEntries(schemas.map(([name, json]) => [name, withoutTidying(named[name]) ?? json]))
}

/** Refers to named schemas by `$ref`. */
export const jsonSchemaOf = (schema: Schema): JsonSchema => converted(schema, named)

/** Inlines the schema itself, because OpenAPI lists query parameters one by one. */
export const ownJsonSchemaOf = (schema: Schema): JsonSchema =>
	converted(schema, Object.fromEntries(Object.entries(named).filter(([, other]) => other !== schema)))

function converted(schema: Schema, definitions: Record<string, Schema>): JsonSchema {
	const { $schema, $defs, ...json } = toJsonSchema(schema, { ...config, definitions })
	return json
}

type Step = { kind: 'schema' | 'validation' | 'transformation' | 'metadata'; pipe?: Step[] }

/**
 * JSON Schema conversion stops at transformations such as trimming and Unicode normalisation. They keep a string a
 * string, so the checks after them are converted as if they came first; a second schema after them replaces the first.
 */
function withoutTidying(schema: object | undefined): JsonSchema | undefined {
	const { pipe = [] } = (schema ?? {}) as Partial<Step>
	const steps = stepsOf(pipe)
	if (!steps.some(({ kind }) => kind === 'transformation')) return undefined
	const last = pipe.findLast(({ kind }) => kind === 'schema')
	if (last && last !== pipe[0]) return converted(last as unknown as Schema, {})
	const rules = steps.filter(({ kind }) => kind === 'validation')
	return converted(v.pipe(v.string(), ...(rules as unknown as [])), {})
}

const stepsOf = (pipe: Step[]): Step[] =>
	pipe.flatMap((step) => (step.kind === 'schema' && step.pipe ? stepsOf(step.pipe) : [step]))

type Entry = Schema & { wrapped?: Schema; default?: unknown; fallback?: unknown }
type ObjectSchema = { entries: Record<string, Entry> }

/**
 * Matches what the server accepts: an entry with a fallback is optional and takes any value. An entry whose default fails
 * its own schema is required; that default only gives a better error message.
 */
function asRead({ entries }: ObjectSchema, json: JsonSchema): JsonSchema {
	const required = new Set(json.required)
	const properties = { ...json.properties }
	for (const [name, entry] of Object.entries(entries)) {
		const tidied = hasName.has(entry) ? undefined : withoutTidying(entry)
		if (tidied) properties[name] = tidied
		if ('fallback' in entry) required.delete(name)
		if (entry.type !== 'optional' || !entry.wrapped || entry.default === undefined) continue
		if (v.is(entry.wrapped, entry.default)) continue
		const { default: _, ...rest } = properties[name] as JsonSchema
		properties[name] = rest
		required.add(name)
	}
	return { ...json, properties, required: [...required] }
}

/** Descriptions of the named schemas, including the checks that JSON Schema cannot express. */
export const schemaWords: Record<string, string> = {
	AccessToken: 'A read-only token of mine, without the token itself.',
	NewAccessToken: 'A read-only token, with the token itself, which is shown only now.',
	AccountChange:
		'What is to change; what is absent stays. `password` is the current one, and `proof` may stand for it; they go with `email` only.',
	AnalyticsEvent: 'One thing that somebody did in the browser app.',
	Award:
		'An award of a month or a year, with those who share it, by name. `figure` is their mean of stars, percent of rides, stars above the month or year before, or number of rides.',
	AwardKey: 'Which award it is.',
	AvatarId: 'One of the five faces.',
	Average: 'The exact mean of the stars; 0 without ratings.',
	Category: 'What a driver is best or worst at.',
	Claim: 'A claim. Text that is not an email is dropped rather than refused.',
	ClaimLookup: 'The ghost behind a claim link. Its email is always null: somebody else typed it.',
	ClaimPassword: 'A password, of 8 to 128 characters.',
	ClaimUsername: 'A username, which may be longer than at sign-up.',
	Claimed: 'The member who has the ratings now, and how many there are.',
	Day: 'A day in UTC.',
	DeviceId: 'A browser’s name for itself, made up once.',
	DriverRating: 'A rating as everybody sees it: without its rater and the time of day.',
	DriverKind: 'What kind of driver the ratings make of somebody.',
	DriverStats:
		'Counts of ratings. `averageStar` is the exact mean, 0 without ratings; `stars` is how many gave one star, two, three, four and five.',
	EventBatch: 'What one browser did since its last batch. Events of another day are refused.',
	EventName: 'Every event the product knows.',
	EventProperties: 'At most 2048 bytes as JSON.',
	EventsAccepted: 'How many events were accepted.',
	ForgotPassword: 'Whose password was forgotten.',
	GhostChange: 'What is to change of a ghost; what is absent stays.',
	GivenRating: 'A rating in the list of those that I gave, with its driver.',
	GhostName:
		'2 to 50 characters of any script, after trimming; at least one visible character, and none that is invisible or changes the direction of text.',
	GhostWithToken: 'A ghost as its circle sees it, with the token of its claim link.',
	AccountDeletion: 'My password or another proof, and what happens to the ratings I gave.',
	Health: 'The process answers.',
	HiddenDriver: 'A driver whom a member does not want in the home list.',
	HiddenDriverChange: 'Whose list, which is always my own, and which driver.',
	Home: 'The home list. `hasAccount` is false for visitors, and for a session whose member is gone.',
	HomeDriver:
		'A row of the home list. `averageStar` is the exact mean, 0 without ratings. `answer`: the newest answer to a verdict of mine that I have not seen.',
	BrowserKey: 'Made up by the browser, and kept there.',
	IdempotencyKey: 'Made up by the client.',
	RatingToCancel: 'A rating that was sent and not answered.',
	Instance: 'What a browser must know of this server.',
	InviteLookup: 'An invitation that can still be used. `isSetup`: the one of a first start.',
	Limit: '1 to 500. Anything else counts as 100.',
	Login: 'Who it is. `ratingId`: the guest rating to keep; nonsense is ignored.',
	Month: 'A month of UTC.',
	Moment: 'A moment in UTC.',
	Delivery: 'When others learn of a rating: at once, or with the evening post.',
	NewTrip: 'A road trip: its name and one to eight drivers out of my home list, or myself.',
	NewGhost: 'A driver without an account. The username is made from the typed name.',
	NewPassword: 'A password, of 6 to 128 characters.',
	NewRating:
		'A rating to save. `raterId` asserts who gives it: absent or 1 without a session is a guest. With the `delivery` `evening` it is sealed until the evening post.',
	NewPushSubscription: 'What `PushSubscription.toJSON()` says in the browser.',
	News: 'What I chose of the news outside the app. `timeZone` is null before I did.',
	NewsChoice:
		'When I am told outside the app, once a day at most: `minute` of the day on my wall clock, a half hour from 8:00 to 21:00.',
	NewsMinute: 'A half hour from 8:00 to 21:00, in minutes of the day.',
	NewsRhythm: 'On which days.',
	NewsStop: 'The token of `List-Unsubscribe`, where it is not in the address.',
	NewsTest: 'How many of my phones a push service took the test for.',
	OptionalDisplayName: 'A name of 2 to 50 characters of any script, or none: null or a blank text.',
	OptionalEmail: 'An address, or none: null, absent, or an empty text.',
	OwnLabel: 'What I call a passkey or a token of mine, in 1 to 40 characters.',
	OwnData: 'All that is kept about a member, without what others keep private.',
	OwnDriving: 'My own year behind the wheel. `averageStar` is the exact mean; shares are whole percents.',
	OwnPushSubscription: 'A phone or another browser of mine that rings. `endpointHash` is SHA-256 in hex.',
	OwnRating:
		'A rating as its rater sees it. The ids travel in both spellings. Of a `sealed` one nobody else knows; one that is `onTrip` is opened with its road trip.',
	OwnSession: 'Where the member is logged in. `browser` is null when it did not say.',
	OwnUser: 'What a member knows of their own account. The two moments are the start of their UTC day.',
	NewPasskey: 'What a browser says of a new passkey: the RegistrationResponseJSON of WebAuthn.',
	Passkey: 'A passkey of mine, and the host name at which it opens.',
	PasskeyAnswer: 'What a browser says when a passkey is used: the AuthenticationResponseJSON of WebAuthn.',
	PasskeyCreation: 'With what a browser makes a passkey: the PublicKeyCredentialCreationOptionsJSON of WebAuthn.',
	CameBack:
		'Who came in, why they had left, and where they wanted to go; or, of a newcomer, what they could be called.',
	LinkedIdentity: 'An account elsewhere that opens mine. `provider` is what the provider is called.',
	OidcSignUp: 'What a newcomer wants to be called. Without an avatar the server draws one.',
	OidcStart:
		'What I bring along. `next`: the page to go on to. `link`: to connect the account there with mine, which takes a proof. `confirm`: to show again that it is me.',
	ProxyLogIn: 'What I bring along, and the name under which the page offered to let me in.',
	PasskeyRequest: 'With what a browser asks for a passkey: the PublicKeyCredentialRequestOptionsJSON of WebAuthn.',
	PasskeySignUp: 'A new account without a password. Without an avatar the server draws one.',
	PasswordChange: 'The current password, or another proof, and the new one.',
	Proof:
		'How I show again that it is me: my password, one of my passkeys, or that I have just logged in at the provider.',
	TabSecret: 'Made up by a tab: 32 to 64 letters, digits, `-` and `_`.',
	WaysIn: 'What opens my account.',
	PasswordReset: 'The token of a reset link, and the new password.',
	Problem:
		'A mistake: a sentence for people, a code for programs, the id of the request in the server’s log. `reason` is finer than `code`, the same for the same sentence, and `params` are the values in it. What a schema says of a field has neither.',
	PublicUser: 'What anyone may know of a user. Drivers are users.',
	PushSubscriptionId: 'A random number of up to 50 bits.',
	RecentRating: 'My own newest verdict on a driver.',
	RatingId: 'A random number of up to 50 bits. Only the order of a list shows which rating is older.',
	RatingChange: 'What a rating says, said anew.',
	RatingImpressions: 'A rating for its rater and its driver.',
	Ready: 'A rating could be saved now.',
	Receipt: 'The receipt of a month. `people` is how many drivers were rated, `bumpy` how many rides were bumpy.',
	Rename: 'The new username; the displayed name follows it.',
	ResetLookup: 'The account whose password a reset link sets.',
	Reveal: 'What a claim brought: its newest ratings, and how many there are in all.',
	RideQuality: 'How the ride was.',
	SafetyFeeling: 'How safe it felt.',
	SessionsEnded: 'How many other sessions were ended.',
	SignUp: 'A new account. Without an avatar the server draws one.',
	SignupMode: 'Who may make an account.',
	StarCounts: 'How many ratings gave one star, two, three, four and five.',
	Stars: 'One star to five.',
	Sticker: 'With what a driver answers a rating.',
	StartedTrip: 'A road trip, and the token of its link.',
	Success: 'It worked; there is nothing else to answer.',
	Trip: 'A road trip as the bearer of its link sees it. `said` is what I said of its `mine` drivers, while it is sealed; once it is open there are `results`, one for each driver. `seats` is how many are in the car, or were; who, is not told.',
	TripShow:
		'The opening, for those who were in the car. `startedAt` is its moment; the slips of a driver are in random order, and a driver with fewer than three verdicts has none.',
	TripResult:
		'What was said of a driver on a trip. Below three verdicts all but their number is null; `averageStar` is the exact mean, shares are whole percents.',
	TripState: '`boarding`: on the road. `rating`: it has arrived, and what is said is sealed. `open`: all of it counts.',
	UserId: 'A random number of up to 50 bits: exact in JavaScript, and not to be guessed.',
	TimeZone: 'A time zone by its IANA name, such as Europe/Berlin.',
	TokenText: 'The last part of a link.',
	Username: 'Letters, digits, period, underscore, hyphen. Case is ignored.',
	VibeQuality: 'How the mood was.',
	Wrapped:
		'A year. What would be of fewer than three ratings is null. `bestMonth` is the one with most rides, the first of several.',
	VisibleUser: 'What I may know of a user: more when it is me, or a ghost of my circle.',
	CameIn:
		'A member who has just come in; `cameAlong` is how many of the ratings that this browser gave as a guest are theirs now.',
	HomeMe:
		'Myself on top of my home; `unseen` is how many of my ratings I have not seen on my profile, and 1000 is 1000 or more.',
	SignedInUser: 'What a member knows of their own account, and whether they are host here and now.',
	UndoneOwnClaim:
		'A claim of mine that a host or the operator has undone. `undoneBy`: null for the operator, and for a host who has left; `ghost`: null for one that is gone.',
	UsedResetLink:
		'A link that a host or the operator made for me, and with which my password was set. `madeBy`: null for the operator, and for a host who has left.',
}
