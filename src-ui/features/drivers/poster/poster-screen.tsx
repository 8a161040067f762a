import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { UserId } from '#contract/ids.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { Plate } from '#look/plate.tsx'
import { QrCode } from '#look/qr-code.tsx'
import { Logo } from '#look/shapes.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { ratingLink } from '#ui/features/drivers/rating-link.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PrinterIcon, SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import { T } from '#ui/kit/t.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import '#ui/features/drivers/poster/poster.css'

export function PosterScreen({ driverId }: { driverId: UserId }) {
	const { data: driver } = useSuspenseQuery(userQuery(driverId))
	if (driver?.claimedById) return <Navigate to="/poster/$id" params={{ id: driver.claimedById }} replace />
	// A ghost's link is meant for its own circle; a poster would publish it.
	return driver && !driver.isGhost ? <Poster driver={driver} /> : <DriverNotFound />
}

function Poster({ driver }: { driver: PublicUser }) {
	const { address, isThisMachineOnly } = useAddressForOthers()
	const name = nameOf(driver)
	const link = ratingLink(address, driver)
	return (
		<Page
			lead={
				<>
					<h1>{t('A poster for the dashboard')}</h1>
					<p className="mt-2 mb-5 text-muted md:mb-0">
						{t(
							'As big as a postcard (A6). On larger paper print it at 100 % and cut along the frame. Then tape it where the back seat can see it.',
						)}
					</p>
				</>
			}
			aside={
				<div className="mt-5 flex flex-col gap-3 md:mt-6">
					<p className="text-center text-sm text-muted">{t('Out of the car already? Send them the same link.')}</p>
					<SharingButtons
						what={{
							title: t('Rate {driver} on Backseat', { driver: name }),
							text: t('How is {driver} driving? Tap and tell:', { driver: name }),
							url: link,
						}}
					/>
					{isThisMachineOnly ? <OnlyThisComputer /> : null}
				</div>
			}
			action={
				<>
					<Button isBlock onPress={() => window.print()}>
						<PrinterIcon /> {t('Print')}
					</Button>
					<LinkButton to="/profile/$id" params={{ id: driver.id }} isBlock size="sm" variant="secondary">
						{t('View Driver Profile')}
					</LinkButton>
				</>
			}
		>
			<PageTitle>{t('Poster of {driver}', { driver: name })}</PageTitle>
			<div className="poster-table">
				<PosterSheet driver={driver} link={link} />
			</div>
		</Page>
	)
}

function DriverNotFound() {
	return (
		<Page
			action={
				<LinkButton to="/home" isBlock>
					{t('Go Home')}
				</LinkButton>
			}
		>
			<PageTitle>{t('Driver Not Found')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('Driver Not Found')}>
				{t("The driver you're looking for doesn't exist or has no account yet.")}
			</EmptyState>
		</Page>
	)
}

const paper = new URL('./poster-paper.css', import.meta.url).href

function PosterSheet({ driver, link }: { driver: PublicUser; link: string }) {
	const name = nameOf(driver)
	return (
		<section aria-label={t('The poster')} className="poster">
			{/* Without `precedence` React removes the stylesheet when the poster unmounts. */}
			<link rel="stylesheet" media="print" href={paper} />
			<div className="poster-frame">
				<div className="poster-head">
					<h2 className="poster-title">
						{/* Translators: large, on a poster; {break} begins the second line */}
						<T text="How's my {break}driving?" break={<br />} />
					</h2>
					<Avatar avatarId={driver.avatarId} name={name} className="poster-face" />
				</div>
				<div className="poster-body">
					<Plate className="poster-plate">{name}</Plate>
					<div className="poster-code">
						<QrCode text={link} label={t('QR code of the rating page of {driver}', { driver: name })} />
					</div>
					<p className="poster-call">{t('Passengers: scan, tap, tell.')}</p>
					<p className="poster-hint">{t('No app, no account. Drivers: eyes on the road.')}</p>
					<p dir="ltr" className="poster-address">
						{link}
					</p>
				</div>
				<p className="poster-foot">
					<Logo size={40} className="poster-logo" />
					<span>
						<T text="<b>Backseat</b> rating rides from friends and family" b={<strong />} />
					</span>
				</p>
			</div>
		</section>
	)
}
