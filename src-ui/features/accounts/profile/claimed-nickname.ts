import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

/** What somebody was called as a ghost, kept from the claim until they have said whether they stay called so. */
const ClaimedNickname = v.object({ userId: UserId, nickname: v.string() })
type ClaimedNickname = v.InferOutput<typeof ClaimedNickname>

const CLAIMED_NICKNAME_KEY = 'claimedNickname'

export const claimedNicknameOf = (userId: UserId): string | null => {
	const note = remembered(localStorage, CLAIMED_NICKNAME_KEY, ClaimedNickname)
	return note?.userId === userId ? note.nickname : null
}

export const noteClaimedNickname = (note: ClaimedNickname) => remember(localStorage, CLAIMED_NICKNAME_KEY, note)

/** They have answered, or taken another name. */
export function forgetClaimedNickname(userId: UserId) {
	if (claimedNicknameOf(userId) !== null) remember(localStorage, CLAIMED_NICKNAME_KEY, null)
}
