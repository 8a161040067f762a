import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { t } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { NoticeLine } from '#ui/kit/feedback/notice-line.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { Icon } from '#ui/kit/icons.tsx'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { useMember } from '#ui/session/session-context.ts'
import { usePushSwitch } from './news.api.ts'
import { pushFailureMessage } from './push-messages.ts'
import { obstacleToPush, pushMember } from './push-subscription.ts'

type PushOfferProps = { onAnswered?: () => void }

/** Hidden where push cannot work, so that accepting never ends in a refusal. */
export function PushOffer({ onAnswered }: PushOfferProps) {
	const me = useMember()
	const { data: instance } = useQuery(instanceQuery)
	if (!me || !instance?.push || obstacleToPush() || pushMember() === me.id) return null
	return <Offer me={me.id} publicKey={instance.push.publicKey} onAnswered={onAnswered} />
}

type OfferProps = { me: UserId; publicKey: string; onAnswered: (() => void) | undefined }

function Offer({ me, publicKey, onAnswered }: OfferProps) {
	const ring = usePushSwitch(me, publicKey)
	const close = () => {
		pushOffer.answer()
		onAnswered?.()
		document.getElementById('main')?.focus({ preventScroll: true })
	}
	const accept = async () => {
		// Awaited instead of a mutate() callback: success unmounts the offer, which drops its callbacks.
		const permission = await ring.mutateAsync(true).catch(() => 'default' as const)
		if (permission === 'default') return
		close()
		toast(permission === 'granted' ? RINGS : REFUSED)
	}
	return (
		<div>
			<NoticeLine label={t('News')} putAwayLabel={t('No, thanks')} onPutAway={close} icon={<BellIcon />}>
				<button type="button" className="notice-words" disabled={ring.isPending} onClick={() => void accept()}>
					<strong>{ring.isPending ? t('Asking your browser...') : t('Ring me in the evening')}</strong>
					<span>{t('Once a day, if somebody rated you.')}</span>
				</button>
			</NoticeLine>
			<p role="alert" className="mt-2 text-sm font-semibold text-bad empty:hidden">
				{ring.error ? pushFailureMessage(ring.error) : null}
			</p>
		</div>
	)
}

const BellIcon = () => (
	<Icon size={28} className="flex-none">
		<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />
	</Icon>
)

const RINGS = {
	title: t('We ring in the evening'),
	description: t('Once a day at most. Your settings know when, and how often.'),
}
const REFUSED = {
	title: t('Your browser said no for us'),
	description: t('Its settings for this page can change its mind.'),
}
