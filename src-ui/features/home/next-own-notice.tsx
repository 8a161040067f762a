import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { isPasskeyOffered } from '#ui/features/sign-in/passkeys/passkey-offer.ts'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { useMember } from '#ui/session/session-context.ts'
import type { Member } from '#ui/session/viewer.ts'
import { countVisit, isInstallOffered } from './install-offer.memory.ts'
import { noteOwnNotice, type OwnNotice } from './own-notice.memory.ts'

/** Gives the browser time to offer the installation. */
const AFTER_MS = 2500

/** Finds out which of the page's own notices the next visit to home shows. */
export function NextOwnNotice() {
	const me = useMember()
	const queryClient = useQueryClient()
	useEffect(() => {
		countVisit()
		let isGone = false
		const note = async () => {
			const due = await ownNoticeFor(me, queryClient)
			if (!isGone) noteOwnNotice(due)
		}
		const timer = setTimeout(() => void note().catch(() => undefined), AFTER_MS)
		return () => {
			isGone = true
			clearTimeout(timer)
		}
	}, [me, queryClient])
	return null
}

export async function ownNoticeFor(me: Member | null, queryClient: QueryClient): Promise<OwnNotice | null> {
	const instance = () => queryClient.ensureQueryData(instanceQuery)
	if (me && pushOffer.isDue()) {
		const { obstacleToPush, pushMember } = await import('#ui/features/news/push-subscription.ts')
		if (!obstacleToPush() && pushMember() !== me.id && (await instance()).push) return 'push'
	}
	if (me && isPasskeyOffered()) {
		const { canUsePasskeys, credentialsQuery } = await import('#ui/features/sign-in/passkeys/passkeys.api.ts')
		if (!canUsePasskeys(await instance())) return installNotice()
		const { passkeys } = await queryClient.fetchQuery(credentialsQuery(me.id))
		if (passkeys.length === 0) return 'passkey'
	}
	return installNotice()
}

const installNotice = () => (isInstallOffered() ? 'install' : null)
