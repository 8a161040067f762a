import type { ReactNode } from 'react'
import { t, tn } from '#contract/text.ts'
import type { Trip } from '#contract/trips.ts'
import { VOICES_MIN } from '#contract/trips.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { RefusedOnTrip } from '#ui/features/ratings/waiting/on-its-way-list.tsx'
import { wayIntoTrip } from '#ui/features/sent/addressees.ts'
import { SendButton } from '#ui/features/sent/send-button.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Envelope } from '#ui/kit/envelope/envelope.tsx'
import { CookiesBlocked, hasCookies } from '#ui/kit/feedback/cookies-blocked.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { CheckIcon } from '#ui/kit/icons.tsx'
import { BackLink } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useSession, useViewer } from '#ui/session/session-context.ts'
import { ArriveButton, DeleteTripButton, GetOutButton, sayWhyNot } from './trip-acts.tsx'
import { useGetIn } from './trips.api.ts'

type BoardingProps = { token: string; trip: Trip }

/** Also shown after arrival to people who are not in, because they can still join. */
export function Boarding({ token, trip }: BoardingProps) {
	const { isMaker, isIn, state } = trip
	const hasArrived = state === 'rating'
	return (
		<Page
			lead={
				<TripLead trip={trip}>
					<p className="text-center text-muted">{nowInWords(trip)}</p>
				</TripLead>
			}
			action={
				isIn && !isMaker ? null : (
					<>
						{isIn ? null : <GetInButton token={token} />}
						{isMaker && !hasArrived ? <ArriveButton token={token} variant={isIn ? 'primary' : 'secondary'} /> : null}
					</>
				)
			}
			aside={
				<div className="mt-2 flex flex-wrap justify-center gap-x-4 empty:hidden md:mt-4">
					{isIn ? <GetOutButton token={token} /> : null}
					{isMaker ? <DeleteTripButton token={token} name={trip.name} /> : null}
				</div>
			}
		>
			<PageTitle>{trip.name}</PageTitle>
			<div className="mb-4 flex flex-col gap-3 empty:hidden">
				<RefusedOnTrip trip={token} />
				<FewVoices seats={trip.seats} />
			</div>
			{hasArrived ? <TripEnvelope trip={trip} /> : null}
			<TripLink token={token} name={trip.name} />
		</Page>
	)
}

function nowInWords({ state, isIn, isMaker }: Trip): string {
	if (state === 'rating')
		return t('The trip has arrived, and everybody in the car rates the drivers. You still can get in.')
	if (!isIn) return t('Were you in this car? Get in: you need no account, and nobody is told who is in.')
	if (isMaker)
		return t(
			'Let everybody scan the code. Say when you have arrived: then everybody rates, and all of it stays sealed.',
		)
	return t('You are in. Nobody is told who is. After the arrival this page asks what you think of the drivers.')
}

function TripLead({ trip, children }: { trip: Trip; children?: ReactNode }) {
	return (
		<div className="mb-4 flex flex-col gap-4 md:mb-0">
			<div className="flex items-start gap-1">
				<BackLink to="/home" label={t('Back to Home')} />
				<div className="min-w-0">
					<p className="font-mono text-sm text-muted">{t('Road trip')}</p>
					<h1 className="wrap-anywhere">{trip.name}</h1>
				</div>
			</div>
			<ul aria-label={t('Drivers')} className="trip-drivers">
				{trip.drivers.map((driver) => (
					<li key={driver.id} className="face">
						<Avatar avatarId={driver.avatarId} name={nameOf(driver)} isUnclaimedGhost={driver.isGhost} />
						<span className="face-name">{nameOf(driver)}</span>
					</li>
				))}
			</ul>
			<Seats trip={trip} />
			{children}
		</div>
	)
}

function Seats({ trip: { seats, isIn } }: { trip: Trip }) {
	return (
		<div className="flex flex-col items-center gap-1">
			<p role="status" className="trip-seats">
				{seats === 0 ? t('Nobody in the car yet') : tn('# in the car', '# in the car', seats)}
			</p>
			{isIn ? (
				<p className="flex items-center gap-1 text-sm font-semibold text-good">
					<CheckIcon size={16} /> {t('You are in')}
				</p>
			) : null}
		</div>
	)
}

/** Warns before rating: with so few passengers a rater cannot be anonymous. */
export function FewVoices({ seats }: { seats: number }) {
	if (seats === 0 || seats >= VOICES_MIN) return null
	return (
		<Notice tone="warn">
			{seats === 1
				? t('With only one of you in the back, everybody will know who said what.')
				: t('With two of you in the back, everybody will know who said what.')}
		</Notice>
	)
}

export function TripEnvelope({ trip: { name, drivers }, isOpen = false }: { trip: Trip; isOpen?: boolean }) {
	return (
		<div className="trip-envelope">
			{/* Translators: on an envelope, above the name of a trip */}
			<Envelope label={t('From')} name={name} avatarId={drivers[0]?.avatarId ?? 1} isOpen={isOpen} />
		</div>
	)
}

export const SEND_LINK = t('Send the link')

function TripLink({ token, name }: { token: string; name: string }) {
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = `${address}/trip/${token}`
	const { codeLabel = '', ...toTheOthers } = wayIntoTrip(token, name)
	return (
		<div className="flex flex-col gap-4">
			<Receipt torn="both">
				<LinkQrCode link={link} label={codeLabel} atLeast={200} className="mx-auto" />
				<p className="mt-2 text-center font-mono text-xs text-muted">{t('Same car? Let them scan it.')}</p>
				<ReceiptRule />
				<p dir="ltr" className="font-mono text-sm break-all select-all">
					{link}
				</p>
			</Receipt>
			<SendButton label={SEND_LINK} to={[toTheOthers]} isBlock variant="secondary" />
			{isThisMachineOnly ? <OnlyThisComputer /> : null}
		</div>
	)
}

function GetInButton({ token }: { token: string }) {
	const viewer = useViewer()
	const session = useSession()
	const getIn = useGetIn(token)
	const press = () => {
		// A member whose session has ended would join as a guest.
		if (viewer.kind === 'ended') return session.logInAgain.set(true)
		getIn.mutate(undefined, { onError: (error) => sayWhyNot(error, t('You are not in yet')) })
	}
	if (!hasCookies())
		return <CookiesBlocked>{t('Your seat is kept by a cookie. Allow cookies for this site to get in.')}</CookiesBlocked>
	return (
		<PendingButton isBlock isPending={getIn.isPending} onPress={press}>
			{getIn.isPending ? t('Getting in...') : t('Get in')}
		</PendingButton>
	)
}
