import { UserId } from '#contract/ids.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const KEY = 'newHost'

/** The first account of the instance, if it was created in this browser and has not closed the first steps. */
export const newHost = (): UserId | null => remembered('localStorage', KEY, UserId)

export const noteNewHost = (id: UserId) => remember('localStorage', KEY, id)
export const forgetNewHost = () => remember('localStorage', KEY, null)
