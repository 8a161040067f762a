import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '#contract/text.ts'
import { answerPasskeyOffer } from '#ui/features/sign-in/passkeys/passkey-offer.ts'
import { credentialsQuery } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { NoticeLine } from '#ui/kit/feedback/notice-line.tsx'
import { useMember } from '#ui/session/session-context.ts'
import type { Member } from '#ui/session/viewer.ts'

const AddPasskeyDialog = lazy(async () => ({
	default: (await import('#ui/features/sign-in/passkeys/credentials.tsx')).AddPasskeyDialog,
}))

type PasskeyLineProps = { onAnswered: () => void }

export function PasskeyLine({ onAnswered }: PasskeyLineProps) {
	const member = useMember()
	return member ? <LineOf member={member} onAnswered={onAnswered} /> : null
}

function LineOf({ member, onAnswered }: PasskeyLineProps & { member: Member }) {
	const { data: waysIn } = useQuery(credentialsQuery(member.id))
	const [isAdding, setIsAdding] = useState(false)
	// One may have been added in Settings since.
	if (waysIn && waysIn.passkeys.length > 0 && !isAdding) return null
	const answer = () => {
		answerPasskeyOffer()
		document.getElementById('main')?.focus({ preventScroll: true })
		onAnswered()
	}
	return (
		<>
			<NoticeLine label={t('Add a passkey')} putAwayLabel={t('Not now')} onPutAway={answer}>
				<button type="button" className="notice-words" onClick={() => setIsAdding(true)}>
					<strong>{t('Add a passkey')}</strong>
					<span>{t('Next time, get in by face or finger.')}</span>
				</button>
			</NoticeLine>
			{isAdding ? (
				<Suspense>
					<AddPasskeyDialog me={member} isOpen onOpenChange={answer} />
				</Suspense>
			) : null}
		</>
	)
}
