import type { SignupMode } from '#contract/instance.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'

/** Said kindly before anybody types: a form here could only fail. */
export function SignUpClosed({ signup }: { signup: Exclude<SignupMode, 'open'> }) {
	return (
		<Notice tone="info" title={signup === 'invite' ? 'This ride is by invitation' : 'This car is full'}>
			{signup === 'invite'
				? 'New accounts are by invitation here. Ask whoever runs this Backseat to let you in.'
				: 'Nobody new can sign up here at the moment. Ask whoever runs this Backseat.'}{' '}
			Somebody sent you a claim link? Just open it: an account comes with it.
		</Notice>
	)
}
