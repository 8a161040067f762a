import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import type { NewsTest } from '#contract/news.ts'
import { t, tn } from '#contract/text.ts'
import { Switch } from '#ui/kit/forms/switch.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { pushStateQuery, usePushSwitch, useTestNews } from './news.api.ts'
import { pushFailureMessage } from './push-messages.ts'
import type { Obstacle } from './push-subscription.ts'

type RingThisPhoneProps = { me: UserId; publicKey: string }

export function PushSwitch({ me, publicKey }: RingThisPhoneProps) {
	const { data: ringing = 'silent', error, isPending } = useQuery(pushStateQuery(me, publicKey))
	const ring = usePushSwitch(me, publicKey)
	const isRinging = ringing === 'rings'
	const obstacle = isRinging || ringing === 'silent' ? null : ringing
	const failure = ring.error ?? error
	return (
		<Switch
			label={t('Ring this phone')}
			isOn={ring.isPending ? ring.variables : isRinging}
			isDisabled={obstacle !== null || isPending}
			onChange={(isToRing) => ring.isPending || ring.mutate(isToRing)}
			hint={obstacle ? OBSTACLES[obstacle] : null}
			error={obstacle ? null : failure ? pushFailureMessage(failure) : ring.data === 'default' ? UNANSWERED : null}
		>
			{isRinging && !ring.isPending ? <RingNow me={me} /> : null}
		</Switch>
	)
}

/** For the other obstacles there is no switch. */
const OBSTACLES: Partial<Record<Obstacle, string>> = {
	'not-on-home-screen': t(
		'Put Backseat on the home screen first: Share, then Add to Home Screen. Then ring from there.',
	),
	refused: t('Your browser said no for us. Its settings for this page can change its mind.'),
}

const UNANSWERED = t('Your browser asked, and got no answer. It rings once you have said yes.')

function RingNow({ me }: { me: UserId }) {
	const test = useTestNews(me)
	const words = test.error
		? serverMessage(test.error, t('Nothing has been sent. Please try again.'))
		: test.data && testInWords(test.data)
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<PendingButton variant="secondary" size="sm" isPending={test.isPending} onPress={() => test.mutate()}>
				{test.isPending ? t('Ringing...') : t('Ring now, as a test')}
			</PendingButton>
			<p role="status" className="text-sm text-muted empty:hidden">
				{test.isPending ? null : words}
			</p>
		</div>
	)
}

function testInWords({ rang, phones }: NewsTest): string {
	if (phones === 0) return t('None of your phones is set to ring.')
	if (rang === 0) return t('No push service took it. Try again later.')
	if (rang < phones) return t('{rang} of your {phones} phones ring any moment now.', { rang, phones })
	return tn('It rings any moment now.', 'All # of your phones ring any moment now.', phones)
}
