import { isPasskeyOffered } from '#ui/features/sign-in/passkeys/passkey-offer.ts'
import { basePath } from '#ui/platform/api-client.ts'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { remember, storedValue } from '#ui/platform/storage.ts'
import type { Viewer } from '#ui/session/viewer.ts'

/** Offers of the page itself, which know more of the browser than the server does. */
const OWN_NOTICES = ['push', 'passkey', 'install'] as const
export type OwnNotice = (typeof OWN_NOTICES)[number]

/** Includes the base path, because one origin may host two instances. */
const KEY = `ownNotice${basePath}`

/** Found due on an earlier visit to home. */
export function dueOwnNotice(viewer: Viewer): OwnNotice | null {
	const value = storedValue('localStorage', KEY)
	const due = OWN_NOTICES.find((one) => one === value) ?? null
	if (due === 'install' || due === null) return due
	const isStillDue = due === 'push' ? pushOffer.isDue() : isPasskeyOffered()
	return viewer.kind === 'member' && isStillDue ? due : null
}

export const noteOwnNotice = (due: OwnNotice | null) => remember('localStorage', KEY, due)
