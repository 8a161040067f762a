import './default-messages.ts'
import * as v from 'valibot'
import { codeOf, hiddenCharacter, showsSomething, unwrapped } from './hidden-characters.ts'

/** The maximum length in UTF-16 units before any further processing; the limits in messages are lower. */
export const NAME_UNITS_MAX = 200
export const EMAIL_UNITS_MAX = 320
export const PASSWORD_MAX = 128

/**
 * Rejects a long text and aborts the pipe. It must come first: composing 16 KB of accents takes a second, and other steps
 * may be quadratic. A check such as `v.maxLength` would still run the later steps.
 */
export const atMost = (units: number, message = 'Invalid input') =>
	v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
		if (dataset.value.length <= units) return dataset.value
		addIssue({ message })
		return NEVER
	})

/**
 * User-entered text: trimmed of invisible marks, in Unicode's composed form, without characters that are hidden or could
 * disguise other text (hidden-characters.ts). Text over the field's limit is rejected with the field's own message.
 */
export const typedText = (tooLong?: string) =>
	v.pipe(
		v.string('Required'),
		atMost(NAME_UNITS_MAX, tooLong),
		v.transform((text) => unwrapped(text).normalize('NFC')),
		v.check(
			(text) => hiddenCharacter(text) === null,
			({ input }) =>
				`There is a hidden character in it (${codeOf(hiddenCharacter(input) ?? '')}). Please type it by hand`,
		),
	)

export const TypedText = typedText()

/** Rejects lone surrogates; `isWellFormed` is missing in browsers of 2023. */
function isWhole(text: string): boolean {
	return !/\p{Surrogate}/u.test(text)
}

const ACCOUNT_NAME = /^[A-Za-z0-9._-]+$/

export const Username = v.pipe(
	typedText('Username must be at most 20 characters'),
	v.minLength(3, 'Username must be at least 3 characters'),
	v.maxLength(20, 'Username must be at most 20 characters'),
	v.regex(ACCOUNT_NAME, 'Username can only contain letters, numbers, periods, underscores, and hyphens'),
)

/** For claims, where the spec allows up to 50 and words the character rule differently. */
export const ClaimUsername = v.pipe(
	typedText('Username must be at most 50 characters'),
	v.minLength(3, 'Username must be at least 3 characters'),
	v.maxLength(50, 'Username must be at most 50 characters'),
	v.regex(ACCOUNT_NAME, 'Username can only contain letters, numbers, dots, dashes, and underscores'),
)

const LABEL_TOO_LONG = 'A name has at most 40 characters'

/** For passkeys and read-only tokens, named by their member. */
export const OwnLabel = v.pipe(
	typedText(LABEL_TOO_LONG),
	v.trim(),
	v.minLength(1, 'Please give it a name'),
	v.maxLength(40, LABEL_TOO_LONG),
)

const PASSWORD_TOO_LONG = `Password must be at most ${PASSWORD_MAX} characters`
const passwordOfAtLeast = (min: number) =>
	v.pipe(
		v.string('Required'),
		v.maxLength(PASSWORD_MAX, PASSWORD_TOO_LONG),
		v.check(isWhole, 'Invalid input'),
		v.minLength(min, `Password must be at least ${min} characters`),
	)

export const NewPassword = passwordOfAtLeast(6)
export const ClaimPassword = passwordOfAtLeast(8)

const GHOST_NAME_TOO_LONG = 'Name cannot exceed 50 characters'

export const GhostName = v.pipe(
	typedText(GHOST_NAME_TOO_LONG),
	v.check((name) => [...name].length >= 2, 'Name must be at least 2 characters'),
	v.check((name) => [...name].length <= 50, GHOST_NAME_TOO_LONG),
	v.check(showsSomething, 'Invalid input'),
)

export const OptionalDisplayName = v.pipe(
	v.nullable(typedText(GHOST_NAME_TOO_LONG)),
	v.transform((name) => name || null),
	v.nullable(GhostName),
)

const NO_EMAIL = 'Please enter a valid email'

export const OptionalEmail = v.pipe(
	v.nullish(v.pipe(v.string(NO_EMAIL), atMost(EMAIL_UNITS_MAX, NO_EMAIL)), null),
	v.transform((email) => (email && unwrapped(email)) || null),
	v.nullable(v.pipe(v.string(), v.email(NO_EMAIL), v.maxLength(254, NO_EMAIL))),
)

export const AVATAR_IDS = [1, 2, 3, 4, 5] as const
export const AvatarId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))
