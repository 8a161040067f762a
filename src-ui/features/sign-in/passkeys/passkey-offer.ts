import { remember, storedValue } from '#ui/platform/storage.ts'

const CAME_BY_PASSWORD_KEY = 'cameByPassword'
const ANSWERED_KEY = 'passkeyAnswered'

export const noteCameByPassword = () => remember('sessionStorage', CAME_BY_PASSWORD_KEY, true)

export const isPasskeyOffered = () =>
	storedValue('sessionStorage', CAME_BY_PASSWORD_KEY) === true && storedValue('localStorage', ANSWERED_KEY) !== true

export const answerPasskeyOffer = () => remember('localStorage', ANSWERED_KEY, true)
