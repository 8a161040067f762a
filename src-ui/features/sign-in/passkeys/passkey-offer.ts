import * as v from 'valibot'
import { remember, remembered } from '#ui/platform/storage.ts'

const CAME_BY_PASSWORD_KEY = 'cameByPassword'
const ANSWERED_KEY = 'passkeyAnswered'
const Yes = v.literal(true)

export const noteCameByPassword = () => remember('sessionStorage', CAME_BY_PASSWORD_KEY, true)

export const isPasskeyOffered = () =>
	remembered('sessionStorage', CAME_BY_PASSWORD_KEY, Yes) !== null &&
	remembered('localStorage', ANSWERED_KEY, Yes) === null

export const answerPasskeyOffer = () => remember('localStorage', ANSWERED_KEY, true)
