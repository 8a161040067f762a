import * as v from 'valibot'
import { remember, remembered } from '#ui/platform/storage.ts'

/** Left for the log-in screen when somebody has claimed a ghost but could not be logged in by us. */
const JustClaimed = v.object({ username: v.string(), message: v.string() })
export type JustClaimed = v.InferOutput<typeof JustClaimed>

const JUST_CLAIMED_KEY = 'justClaimed'

export const justClaimed = (): JustClaimed | null => remembered(sessionStorage, JUST_CLAIMED_KEY, JustClaimed)

export const noteJustClaimed = (note: JustClaimed | null) => remember(sessionStorage, JUST_CLAIMED_KEY, note)
