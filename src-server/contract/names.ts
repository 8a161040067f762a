import './default-messages.ts'
import * as v from 'valibot'

/**
 * Text that people typed: Unicode put into its composed form, with nothing in it that could forge another text.
 * Lone surrogates, control characters, bidi overrides and zero-width fillers are refused;
 * U+200C and U+200D stay where they join something, for many scripts and joined emoji need them; at an edge they would
 * only make two names look alike (docs/threat-model.md, T19).
 */
const FORGING = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/u
const LONELY_JOINER =
	/(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/u

export const TypedText = v.pipe(
	v.string('Required'),
	v.check((text) => text.isWellFormed(), 'Invalid input'),
	v.transform((text) => text.normalize('NFC')),
	v.check((text) => !FORGING.test(text) && !LONELY_JOINER.test(text), 'Invalid input'),
)

const ACCOUNT_NAME = /^[A-Za-z0-9._-]+$/

/** At sign-up and when renaming: 3 to 20 of letters, digits, period, underscore, hyphen. */
export const Username = v.pipe(
	TypedText,
	v.minLength(3, 'Username must be at least 3 characters'),
	v.maxLength(20, 'Username must be at most 20 characters'),
	v.regex(ACCOUNT_NAME, 'Username can only contain letters, numbers, periods, underscores, and hyphens'),
)

/** At claim, where the spec allows up to 50 and words the character rule differently. */
export const ClaimUsername = v.pipe(
	TypedText,
	v.minLength(3, 'Username must be at least 3 characters'),
	v.maxLength(50, 'Username must be at most 50 characters'),
	v.regex(ACCOUNT_NAME, 'Username can only contain letters, numbers, dots, dashes, and underscores'),
)

/** Names that would pass for the house itself. Answered like a taken name, so that nobody learns the list. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set(
	'demo guest admin administrator backseat root system support help moderator operator owner staff api'.split(' '),
)

export const PASSWORD_MAX = 128
const passwordOfAtLeast = (min: number) =>
	v.pipe(
		v.string('Required'),
		v.check((text) => text.isWellFormed(), 'Invalid input'),
		v.minLength(min, `Password must be at least ${min} characters`),
		v.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
	)

export const NewPassword = passwordOfAtLeast(6)
export const ClaimPassword = passwordOfAtLeast(8)

/** What a person may call a ghost: any script and emoji, 2 to 50 characters after trimming. */
export const GhostName = v.pipe(
	TypedText,
	v.transform((name) => name.trim()),
	v.check((name) => [...name].length >= 2, 'Name must be at least 2 characters'),
	v.check((name) => [...name].length <= 50, 'Name cannot exceed 50 characters'),
)

/** What a member is called beside their username: as free as a ghost's name. Blank is none, and is null. */
export const OptionalDisplayName = v.pipe(
	v.nullable(TypedText),
	v.transform((name) => (name === null || name.trim() === '' ? null : name)),
	v.nullable(GhostName),
)

/** An optional address: null, empty (becomes null) or valid, at most 254 characters. */
export const OptionalEmail = v.pipe(
	v.nullish(v.string('Please enter a valid email'), null),
	v.transform((email) => (email === null || email.trim() === '' ? null : email.trim())),
	v.nullable(v.pipe(v.string(), v.email('Please enter a valid email'), v.maxLength(254, 'Please enter a valid email'))),
)

/** The five faces. */
export const AVATAR_IDS = [1, 2, 3, 4, 5] as const
export const AvatarId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))
