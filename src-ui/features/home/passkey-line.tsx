import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { answerPasskeyOffer } from '#ui/features/sign-in/passkeys/passkey-offer.ts'
import { credentialsQuery, useCanUsePasskeys } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { useMember } from '#ui/session/session-context.ts'
import type { Member } from '#ui/session/viewer.ts'

const AddPasskeyDialog = lazy(async () => ({
	default: (await import('#ui/features/sign-in/passkeys/credentials.tsx')).AddPasskeyDialog,
}))

export function PasskeyLine() {
	const member = useMember()
	return useCanUsePasskeys() && member ? <LineOf member={member} /> : null
}

function LineOf({ member }: { member: Member }) {
	const { data: waysIn } = useQuery(credentialsQuery(member.id))
	const [state, setState] = useState<'offered' | 'adding' | 'answered'>('offered')
	if (state === 'answered' || waysIn?.passkeys.length !== 0) return null
	const answer = () => {
		answerPasskeyOffer()
		document.getElementById('main')?.focus({ preventScroll: true })
		setState('answered')
	}
	return (
		<section aria-label="Add a passkey" className="flex flex-col gap-2.5 border-t-2 border-hairline pt-5">
			<p className="text-[0.9375rem] leading-snug">Next time, get in with your face or your finger.</p>
			<div className="flex flex-wrap gap-2">
				<Button size="sm" variant="secondary" onPress={() => setState('adding')}>
					Add a passkey
				</Button>
				<Button size="sm" variant="quiet" onPress={answer}>
					Not now
				</Button>
			</div>
			{state === 'adding' ? (
				<Suspense>
					<AddPasskeyDialog me={member} isOpen onOpenChange={answer} />
				</Suspense>
			) : null}
		</section>
	)
}
