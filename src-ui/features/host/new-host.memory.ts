import { UserId } from '#contract/ids.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const KEY = 'newHost'

/** Who made the first account of the instance here, and has not yet closed the receipt with the first steps. */
export const newHost = (): UserId | null => remembered('localStorage', KEY, UserId)

export const noteNewHost = (id: UserId) => remember('localStorage', KEY, id)
export const forgetNewHost = () => remember('localStorage', KEY, null)
