// The messages of the schemas, as forms show them at their fields. An issue carries its message only, so languages look a
// translation up by it; contract/reasons.ts has all other refusals.

import { t } from './text.ts'

export const REQUIRED = 'Required'
export const INVALID_INPUT = 'Invalid input'
/** Translated here, because a text with a value in it cannot be looked up later. Servers answer in English. */
export const hiddenCharacterIn = (code: string) =>
	t('There is a hidden character in it ({code}). Please type it by hand', { code })

export const USERNAME_TOO_SHORT = 'Username must be at least 3 characters'
export const USERNAME_TOO_LONG = 'Username must be at most 20 characters'
export const USERNAME_CHARACTERS = 'Username can only contain letters, numbers, periods, underscores, and hyphens'
export const CLAIM_USERNAME_TOO_LONG = 'Username must be at most 50 characters'
export const CLAIM_USERNAME_CHARACTERS = 'Username can only contain letters, numbers, dots, dashes, and underscores'
export const PASSWORD_MISSING = 'Password is required'
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters'
export const CLAIM_PASSWORD_TOO_SHORT = 'Password must be at least 8 characters'
export const PASSWORD_TOO_LONG = 'Password must be at most 128 characters'
export const PROOF_MISSING = 'Please show again that it is you'
export const NOT_A_PASSKEY = 'This is not what a browser answers of a passkey'
export const PASSKEY_PURPOSE = 'Please say what for'
export const EMAIL_INVALID = 'Please enter a valid email'

export const NAME_TOO_SHORT = 'Name must be at least 2 characters'
export const NAME_TOO_LONG = 'Name cannot exceed 50 characters'
export const LABEL_MISSING = 'Please give it a name'
export const LABEL_TOO_LONG = 'A name has at most 40 characters'
export const NO_SUCH_LANGUAGE = 'Please choose one of the languages'
export const RATINGS_CHOICE = 'Please choose what happens to your ratings'
export const FILE_FORMAT = 'Please choose json or csv'

export const STARS_MISSING = 'Please provide a star rating'
export const DELIVERY = 'Please choose now or evening'
export const PLACEHOLDERS = 'Please choose with or without'
export const ONLY_BROUGHT = 'Please choose brought'
export const REPORT_REASON = 'Please pick a reason'
export const STICKER = 'Please choose a sticker'
export const TRIP_DRIVERS = 'Please choose one to eight drivers'
export const NO_SUCH_JOKE = 'There is no such joke'

export const NEWS_RHYTHM = 'Please choose evenings, sundays or never'
export const NEWS_HALF_HOUR = 'Please choose a half hour between 8:00 and 21:00'
export const NOT_A_TIME_ZONE = 'That is no time zone'
export const ENDPOINT_TOO_LONG = 'That address is too long'
export const NOT_A_BROWSER_KEY = 'That is no key of a browser'
export const PROPERTIES_TOO_LARGE = 'Event properties are too large'

export const NOTE_TOO_LONG = 'A note has at most 200 characters.'
export const USES_TOO_FEW = 'An invitation is for one person or more.'
export const USES_TOO_MANY = 'For more than 10000 people leave the number out.'
export const DAYS_TOO_FEW = 'An invitation works for one day or more.'
export const DAYS_TOO_MANY = 'For more than 365 days leave the number out.'
export const RATINGS_STAY = 'The ratings they gave stay.'
