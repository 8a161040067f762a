import type { UserId } from '#contract/ids.ts'
import { isAnythingWaiting, WHOSE_WAITING_KEY } from '#ui/features/ratings/waiting/whose-waiting.ts'
import { remember } from '#ui/platform/storage.ts'

/** Answers whether the browser has kept it. */
export function noteWhoseWaiting(raterIds: readonly UserId[]): boolean {
	remember(localStorage, WHOSE_WAITING_KEY, raterIds.length === 0 ? null : [...new Set(raterIds)])
	window.dispatchEvent(new StorageEvent('storage', { key: WHOSE_WAITING_KEY }))
	return isAnythingWaiting() === raterIds.length > 0
}
