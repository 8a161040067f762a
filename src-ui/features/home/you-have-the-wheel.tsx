import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { type InvitationWithToken, makeInvitation } from '#contract/host/invitations.ts'
import type { Overview } from '#contract/host/overview.ts'
import type { SignupMode } from '#contract/instance.ts'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { invitationToRate, ratingLink } from '#ui/features/drivers/rating-link.ts'
import { overviewQuery } from '#ui/features/host/host.api.ts'
import { useHostAct } from '#ui/features/host/host-act.ts'
import { InvitationDialog } from '#ui/features/host/invitations/invitation-dialog.tsx'
import { PasswordDialog } from '#ui/features/host/password-dialog.tsx'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice, Skeleton } from '#ui/kit/feedback/notice.tsx'
import { CheckIcon } from '#ui/kit/icons.tsx'
import { LinkButton, TextLink } from '#ui/kit/navigation/link.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { PrinterIcon, SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import { T } from '#ui/kit/t.tsx'
import { api, serverMessage } from '#ui/platform/api-client.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { remember, storedValue } from '#ui/platform/storage.ts'
import type { Member } from '#ui/session/viewer.ts'

export type YouHaveTheWheelProps = {
	me: Member
	hasDrivers: boolean | undefined
	onClosed: () => void
}

export function YouHaveTheWheel({ me, hasDrivers, onClosed }: YouHaveTheWheelProps) {
	const headingId = useId()
	const close = () => {
		document.getElementById('main')?.focus({ preventScroll: true })
		onClosed()
	}
	return (
		<Receipt torn="both">
			<section aria-labelledby={headingId}>
				<h2 id={headingId} className="text-center text-2xl">
					{t('You have the wheel')}
				</h2>
				<p className="mt-1.5 text-center text-sm text-muted">{t('Three stops, and the car is on the road.')}</p>
				<Suspense fallback={<StepsToCome />}>
					<Steps me={me} hasDrivers={hasDrivers} />
				</Suspense>
				<ReceiptRule />
				<p className="text-center text-sm text-muted">
					<T
						text="Everything else is <link>behind the wheel</link>, in your account menu."
						link={<TextLink to="/host" />}
					/>
				</p>
				<Button variant="quiet" size="sm" isBlock className="mt-2" onPress={close}>
					{t('Close')}
				</Button>
			</section>
		</Receipt>
	)
}

/** Taller than most screens, so that nothing below the steps comes into view before they do. */
const StepsToCome = () => <Skeleton className="mt-5 h-[56rem] rounded-xl" />

function Steps({ me, hasDrivers }: Pick<YouHaveTheWheelProps, 'me' | 'hasDrivers'>) {
	const { address, isThisMachineOnly } = useAddressForOthers()
	const overview = useOverview()
	const isAnybodyIn = overview.data && isAnybodyElse(overview.data)
	const instance = useQuery(instanceQuery)
	const [isLinkSent, noteLinkSent] = useIsLinkSent()
	const queryClient = useQueryClient()
	// The list below shows who came.
	useEffect(() => {
		if (isAnybodyIn) void queryClient.invalidateQueries({ queryKey: driverKeys.home })
	}, [isAnybodyIn, queryClient])
	// All steps appear at once, because a late one would move those below it.
	if (overview.isPending || instance.isPending) return <StepsToCome />
	return (
		<>
			{isThisMachineOnly ? (
				<div className="mt-5">
					<OnlyThisComputer what="backseat" />
				</div>
			) : null}
			<ol>
				<Step number={1} title={t('Let somebody in')} isDone={isAnybodyIn}>
					{instance.data ? (
						<LetSomebodyIn
							me={me}
							signup={instance.data.signup}
							link={isThisMachineOnly ? null : `${address}/auth?as=new`}
						/>
					) : null}
				</Step>
				<Step number={2} title={t('Send or print your own link')} isDone={isLinkSent}>
					<OwnLink me={me} address={isThisMachineOnly ? null : address} onSent={noteLinkSent} />
				</Step>
				<Step number={3} title={t('Add the first driver')} isDone={hasDrivers}>
					<p>{t('Anybody you ride with. They need no account for it.')}</p>
					<LinkButton to="/add-driver" size="sm" variant="secondary" isBlock>
						{t('Add a driver')}
					</LinkButton>
				</Step>
			</ol>
		</>
	)
}

type StepProps = {
	number: number
	title: string
	isDone: boolean | undefined
	children: ReactNode
}

function Step({ number, title, isDone, children }: StepProps) {
	const [isFolded, setIsFolded] = useState(isDone)
	if (isFolded === undefined && isDone !== undefined) setIsFolded(isDone)
	return (
		<li>
			<ReceiptRule />
			<h3 className="flex items-center gap-2 font-display text-lg leading-tight font-bold">
				{isDone ? (
					<CheckIcon className="w-6 flex-none text-good" />
				) : (
					<span aria-hidden="true" className="w-6 flex-none text-center font-mono text-base text-muted">
						{number}
					</span>
				)}
				<span>
					{isDone ? <span className="sr-only">{t('Done:')} </span> : null}
					{title}
				</span>
			</h3>
			{isFolded === false ? (
				<div className="mt-2.5 flex flex-col gap-3 text-[0.9375rem] leading-snug">{children}</div>
			) : null}
		</li>
	)
}

/** Polls, because a friend's sign-up on another phone sends no live event. */
const LOOK_AGAIN_MS = 3000

const useOverview = () =>
	useQuery({
		...overviewQuery,
		refetchInterval: ({ state: { data } }) => (data && isAnybodyElse(data) ? false : LOOK_AGAIN_MS),
	})
const isAnybodyElse = ({ people }: Overview) => people.all > 1

const LINK_SENT_KEY = 'newHostLinkSent'

/** Set by copying, sharing or printing; the browser reports no more than that. */
function useIsLinkSent(): [boolean, () => void] {
	const [isSent, setIsSent] = useState(() => storedValue('localStorage', LINK_SENT_KEY) === true)
	const noteSent = () => {
		remember('localStorage', LINK_SENT_KEY, true)
		setIsSent(true)
	}
	return [isSent, noteSent]
}

/** `link` is null if only this machine can open it. */
function LetSomebodyIn({ me, signup, link }: { me: Member; signup: SignupMode; link: string | null }) {
	if (link === null && signup !== 'closed')
		return <p>{t('Once other devices can open this Backseat, a code to sign up stands here.')}</p>
	return (
		<>
			<p>{HOW_PEOPLE_COME[signup]}</p>
			{signup === 'open' && link !== null ? (
				<>
					<LinkQrCode link={link} label={t('QR code to sign up')} atLeast={200} className="mx-auto" />
					<SharingButtons what={{ title: 'Backseat', text: t('There is a seat for you on Backseat:'), url: link }} />
				</>
			) : null}
			{signup === 'invite' ? <MakeInvitation me={me} /> : null}
		</>
	)
}

const HOW_PEOPLE_COME: Record<SignupMode, string> = {
	open: t('They scan this, make an account, and sit in the back.'),
	invite: t('An account takes an invitation here. Make one and let them scan it.'),
	closed: t('Nobody can sign up here. Add a driver below and send them their claim link: an account comes with it.'),
}

function MakeInvitation({ me }: { me: Member }) {
	const [made, setMade] = useState<InvitationWithToken | null>(null)
	const [isShown, setIsShown] = useState(false)
	const invite = useHostAct({ send: () => api.send(makeInvitation, { body: { note: null, uses: 1, days: 7 } }) })
	const make = () =>
		invite.run(undefined, {
			onSuccess: (invitation) => {
				setMade(invitation)
				setIsShown(true)
			},
		})
	return (
		<>
			<PendingButton size="sm" isBlock isPending={invite.isPending} onPress={make}>
				{invite.isPending ? t('Writing it...') : t('Make an invitation')}
			</PendingButton>
			{invite.error ? (
				<Notice tone="error">{serverMessage(invite.error, t('No invitation was made. Please try again.'))}</Notice>
			) : null}
			<InvitationDialog invitation={made} isOpen={isShown} onOpenChange={setIsShown} />
			<PasswordDialog me={me} />
		</>
	)
}

/** `address` is null if only this machine can open it. */
function OwnLink({ me, address, onSent }: { me: Member; address: string | null; onSent: () => void }) {
	if (address === null)
		return (
			<p>{t('Once other devices can open this Backseat, your link and its poster are here, for your passengers.')}</p>
		)
	const driver = { isGhost: false, claimedById: null, ...me }
	const link = ratingLink(address, driver)
	return (
		<>
			<p>{t('Your passengers rate you there, without an account. Printed, it rides along on the dashboard.')}</p>
			<SharingButtons what={invitationToRate(driver, link)} codeTitle={t('Your rating page')} onShared={onSent}>
				<LinkButton to="/poster/$id" params={{ id: me.id }} size="sm" variant="secondary" onClick={onSent}>
					<PrinterIcon size={18} /> {t('Print a poster')}
				</LinkButton>
			</SharingButtons>
		</>
	)
}
