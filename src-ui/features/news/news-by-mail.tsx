import type { UserId } from '#contract/ids.ts'
import type { News } from '#contract/news.ts'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Switch } from '#ui/kit/forms/switch.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { T } from '#ui/kit/t.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useViewer } from '#ui/session/session-context.ts'
import { useAskForEmailCheck, useChangeNews } from './news.api.ts'

type NewsByMailProps = { me: UserId; news: News; onLeaveAddress: () => void }

/** Requires a verified address: a member could have typed anyone's. */
export function NewsByMail({ me, news: { rhythm, mail, isEmailVerified }, onLeaveAddress }: NewsByMailProps) {
	const email = useOwnEmail()
	const change = useChangeNews(me)
	// Switching mail on also needs a rhythm, because 'never' sends nothing.
	const wanted = (isOn: boolean) =>
		isOn && rhythm === 'never' ? { mail: isOn, rhythm: 'evenings' as const } : { mail: isOn }
	return (
		<Switch
			label={t('Also by mail')}
			isOn={change.isPending ? (change.variables.mail ?? mail) : mail}
			isDisabled={!isEmailVerified}
			onChange={(isOn) => change.mutate(wanted(isOn))}
			hint={isEmailVerified && email ? t('To {email}.', { email }) : null}
			error={change.error ? serverMessage(change.error, t('Nothing has changed. Please try again.')) : null}
		>
			{isEmailVerified ? null : email === null ? (
				<NoAddress onLeaveAddress={onLeaveAddress} />
			) : (
				<Unverified key={email} me={me} email={email} />
			)}
		</Switch>
	)
}

function useOwnEmail(): string | null | undefined {
	const viewer = useViewer()
	return viewer.kind === 'member' ? viewer.user.email : undefined
}

const NoAddress = ({ onLeaveAddress }: { onLeaveAddress: () => void }) => (
	<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
		<p className="text-sm text-muted">{t('You have not left an e-mail address yet.')}</p>
		<Button variant="secondary" size="sm" onPress={onLeaveAddress}>
			{t('Leave one first')}
		</Button>
	</div>
)

const Address = ({ children }: { children: string }) => <strong className="wrap-anywhere text-ink">{children}</strong>

function Unverified({ me, email }: { me: UserId; email: string | undefined }) {
	const ask = useAskForEmailCheck(me)
	return (
		<>
			<p role="status" className="field-hint">
				{ask.isSuccess ? (
					email ? (
						<T text="A link is on its way to {email}. It works for 24 hours." email={<Address>{email}</Address>} />
					) : (
						t('A link is on its way to you. It works for 24 hours.')
					)
				) : email ? (
					<T
						text="First show that {email} is yours, with a link that we send there."
						email={<Address>{email}</Address>}
					/>
				) : (
					t('First show that your address is yours, with a link that we send there.')
				)}
			</p>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<PendingButton variant="secondary" size="sm" isPending={ask.isPending} onPress={() => ask.mutate()}>
					{ask.isPending ? t('Sending...') : ask.isSuccess ? t('Send me another link') : t('Send me a link')}
				</PendingButton>
				<p role="alert" className="text-sm font-semibold text-bad empty:hidden">
					{ask.error ? serverMessage(ask.error, t('No link was sent. Please try again.')) : null}
				</p>
			</div>
		</>
	)
}
