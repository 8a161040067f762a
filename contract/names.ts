import {
	CLAIM_PASSWORD_TOO_SHORT,
	CLAIM_USERNAME_CHARACTERS,
	CLAIM_USERNAME_TOO_LONG,
	EMAIL_INVALID,
	hiddenCharacterIn,
	INVALID_INPUT,
	LABEL_MISSING,
	LABEL_TOO_LONG,
	NAME_TOO_LONG,
	NAME_TOO_SHORT,
	PASSWORD_TOO_LONG,
	PASSWORD_TOO_SHORT,
	REQUIRED,
	USERNAME_CHARACTERS,
	USERNAME_TOO_LONG,
	USERNAME_TOO_SHORT,
} from './field-messages.ts'
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
export const atMost = (units: number, message = INVALID_INPUT) =>
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
		v.string(REQUIRED),
		atMost(NAME_UNITS_MAX, tooLong),
		v.transform((text) => unwrapped(text).normalize('NFC')),
		v.check(
			(text) => hiddenCharacter(text) === null,
			({ input }) => hiddenCharacterIn(codeOf(hiddenCharacter(input) ?? '')),
		),
	)

export const TypedText = typedText()

/** Rejects lone surrogates; `isWellFormed` is missing in browsers of 2023. */
function isWhole(text: string): boolean {
	return !/\p{Surrogate}/u.test(text)
}

const ACCOUNT_NAME = /^[A-Za-z0-9._-]+$/

export const Username = v.pipe(
	typedText(USERNAME_TOO_LONG),
	v.minLength(3, USERNAME_TOO_SHORT),
	v.maxLength(20, USERNAME_TOO_LONG),
	v.regex(ACCOUNT_NAME, USERNAME_CHARACTERS),
)

/** For claims, where the spec allows up to 50 and words the character rule differently. */
export const ClaimUsername = v.pipe(
	typedText(CLAIM_USERNAME_TOO_LONG),
	v.minLength(3, USERNAME_TOO_SHORT),
	v.maxLength(50, CLAIM_USERNAME_TOO_LONG),
	v.regex(ACCOUNT_NAME, CLAIM_USERNAME_CHARACTERS),
)

/** For passkeys and read-only tokens, named by their member. */
export const OwnLabel = v.pipe(
	typedText(LABEL_TOO_LONG),
	v.trim(),
	v.minLength(1, LABEL_MISSING),
	v.maxLength(40, LABEL_TOO_LONG),
)

const passwordOfAtLeast = (min: number, tooShort: string) =>
	v.pipe(
		v.string(REQUIRED),
		v.maxLength(PASSWORD_MAX, PASSWORD_TOO_LONG),
		v.check(isWhole, INVALID_INPUT),
		v.minLength(min, tooShort),
	)

export const NewPassword = passwordOfAtLeast(6, PASSWORD_TOO_SHORT)
export const ClaimPassword = passwordOfAtLeast(8, CLAIM_PASSWORD_TOO_SHORT)

export const GhostName = v.pipe(
	typedText(NAME_TOO_LONG),
	v.check((name) => [...name].length >= 2, NAME_TOO_SHORT),
	v.check((name) => [...name].length <= 50, NAME_TOO_LONG),
	v.check(showsSomething, INVALID_INPUT),
)

export const OptionalDisplayName = v.pipe(
	v.nullable(typedText(NAME_TOO_LONG)),
	v.transform((name) => name || null),
	v.nullable(GhostName),
)

export const OptionalEmail = v.pipe(
	v.nullish(v.pipe(v.string(EMAIL_INVALID), atMost(EMAIL_UNITS_MAX, EMAIL_INVALID)), null),
	v.transform((email) => (email && unwrapped(email)) || null),
	v.nullable(v.pipe(v.string(), v.email(EMAIL_INVALID), v.maxLength(254, EMAIL_INVALID))),
)

export const AVATAR_IDS = [1, 2, 3, 4, 5] as const
export const AvatarId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))
