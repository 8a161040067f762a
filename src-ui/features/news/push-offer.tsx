import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { useMember } from '#ui/session/session-context.ts'
import { usePushSwitch } from './news.api.ts'
import { pushFailureMessage } from './push-messages.ts'
import { obstacleToPush, pushMember } from './push-subscription.ts'

/** Hidden where push cannot work, so that accepting never ends in a refusal. */
export function PushOffer() {
	const me = useMember()
	const { data: instance } = useQuery(instanceQuery)
	if (!me || !instance?.push || obstacleToPush() || pushMember() === me.id) return null
	return <Offer me={me.id} publicKey={instance.push.publicKey} />
}

function Offer({ me, publicKey }: { me: UserId; publicKey: string }) {
	const ring = usePushSwitch(me, publicKey)
	const close = () => {
		pushOffer.answer()
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
		<section aria-label="News" className="sticker sticker-flat flex flex-col gap-3 bg-surface p-4">
			<p className="text-lg leading-snug font-semibold text-pretty">Want to hear of the next one without looking?</p>
			<div className="-mr-3 flex flex-wrap gap-x-1 gap-y-2">
				<PendingButton size="sm" isPending={ring.isPending} onPress={() => void accept()}>
					Ring me in the evening
				</PendingButton>
				<Button size="sm" variant="quiet" onPress={close}>
					No, thanks
				</Button>
			</div>
			<p role="alert" className="text-sm font-semibold text-bad empty:hidden">
				{ring.error ? pushFailureMessage(ring.error) : null}
			</p>
		</section>
	)
}

const RINGS = {
	title: 'We ring in the evening',
	description: 'Once a day at most. Your settings know when, and how often.',
}
const REFUSED = {
	title: 'Your browser said no for us',
	description: 'Its settings for this page can change its mind.',
}
