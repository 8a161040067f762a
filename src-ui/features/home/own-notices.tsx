import { lazy, Suspense } from 'react'
import { InstallLine } from './install-line.tsx'
import { noteOwnNotice, type OwnNotice } from './own-notice.memory.ts'
import { PasskeyLine } from './passkey-line.tsx'

const PushOffer = lazy(() =>
	import('#ui/features/news/push-offer.tsx').then(
		({ PushOffer }) => ({ default: PushOffer }),
		() => ({ default: () => null }),
	),
)

type OwnNoticeLineProps = { notice: OwnNotice; onAnswered: () => void }

export function OwnNoticeLine({ notice, onAnswered }: OwnNoticeLineProps) {
	const answered = () => {
		noteOwnNotice(null)
		onAnswered()
	}
	if (notice === 'passkey') return <PasskeyLine onAnswered={answered} />
	if (notice === 'install') return <InstallLine onAnswered={answered} />
	return (
		<Suspense>
			<PushOffer onAnswered={answered} />
		</Suspense>
	)
}
