import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'

/** The ghost's name, kept from the claim until the member decides whether to use it. */
const ClaimedNickname = v.object({ userId: UserId, nickname: v.string() })
type ClaimedNickname = v.InferOutput<typeof ClaimedNickname>

const CLAIMED_NICKNAME_KEY = 'claimedNickname'

export const claimedNicknameOf = (userId: UserId): string | null => {
	const note = remembered('localStorage', CLAIMED_NICKNAME_KEY, ClaimedNickname)
	return note?.userId === userId ? note.nickname : null
}

export const noteClaimedNickname = (note: ClaimedNickname) => remember('localStorage', CLAIMED_NICKNAME_KEY, note)

export function forgetClaimedNickname(userId: UserId) {
	if (claimedNicknameOf(userId) !== null) remember('localStorage', CLAIMED_NICKNAME_KEY, null)
}

/** Shown at log-in if the automatic log-in after a claim failed. */
const JustClaimed = v.object({ username: v.string(), message: v.string() })
export type JustClaimed = v.InferOutput<typeof JustClaimed>

const JUST_CLAIMED_KEY = 'justClaimed'

export const justClaimed = (): JustClaimed | null => remembered('sessionStorage', JUST_CLAIMED_KEY, JustClaimed)

export const noteJustClaimed = (note: JustClaimed | null) => remember('sessionStorage', JUST_CLAIMED_KEY, note)
