import * as v from 'valibot'
import { remember, remembered } from '#ui/platform/storage.ts'

const CAME_BY_PASSWORD_KEY = 'cameByPassword'
const ANSWERED_KEY = 'passkeyAnswered'
const Yes = v.literal(true)

/** Lasts as long as the tab. */
export const noteCameByPassword = () => remember('sessionStorage', CAME_BY_PASSWORD_KEY, true)

/** Offers a passkey once per browser, after a log-in with a password. */
export const isPasskeyOffered = () =>
	remembered('sessionStorage', CAME_BY_PASSWORD_KEY, Yes) !== null &&
	remembered('localStorage', ANSWERED_KEY, Yes) === null

export const answerPasskeyOffer = () => remember('localStorage', ANSWERED_KEY, true)
