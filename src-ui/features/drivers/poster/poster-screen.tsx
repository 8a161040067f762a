import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { UserId } from '#contract/ids.ts'
import { ENGLISH, type Language, languageTagged, offeredLanguages } from '#contract/languages.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { aroundBold, type Catalogue, fill, type MarkedText, t } from '#contract/text.ts'
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
import { SelectField } from '#ui/kit/forms/select-field.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PrinterIcon, SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { POSTER_WORDS } from './poster-words.ts'
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
	const language = usePosterLanguage()
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
					<SelectField
						label={t('Language of the poster')}
						value={language.chosen.tag as string}
						options={offeredLanguages.map(({ tag, name }) => ({ value: tag as string, label: name, lang: tag }))}
						onChange={language.choose}
						error={language.isMissing ? t('Nothing has changed. Please try again.') : null}
					/>
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
				<PosterSheet driver={driver} link={link} {...language} />
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

/** Passengers may read another language than the driver. Until its texts are loaded, the poster stays in the page's language. */
function usePosterLanguage() {
	const ofPage = languageTagged(document.documentElement.lang) ?? ENGLISH
	const [chosen, setChosen] = useState<Language>(ofPage)
	const isOfPage = chosen === ofPage
	const { data: texts, isError } = useQuery({
		queryKey: ['poster texts'],
		queryFn: async () => (await import('./poster-texts.ts')).posterTexts,
		enabled: !isOfPage,
		staleTime: Number.POSITIVE_INFINITY,
	})
	return {
		chosen,
		choose: (tag: string) => setChosen(languageTagged(tag) ?? ofPage),
		isMissing: !isOfPage && isError,
		shown: !isOfPage && texts ? chosen : ofPage,
		/** Undefined in English. */
		catalogue: !isOfPage && texts ? texts[chosen.tag] : globalThis.backseatCatalogue,
	}
}

const paper = new URL('./poster-paper.css', import.meta.url).href

type PosterSheetProps = {
	driver: PublicUser
	link: string
	shown: Language
	catalogue: Catalogue | undefined
}

function PosterSheet({ driver, link, shown, catalogue }: PosterSheetProps) {
	const name = nameOf(driver)
	const say = ({ text, values }: MarkedText) => {
		const translation = catalogue?.translations[text]
		return fill(typeof translation === 'string' ? translation : text, values, (value) => value)
	}
	const foot = aroundBold(say(POSTER_WORDS.foot))
	return (
		<section aria-label={t('The poster')} className="poster">
			{/* Without `precedence` React removes the stylesheet when the poster unmounts. */}
			<link rel="stylesheet" media="print" href={paper} />
			<div className="poster-frame" lang={shown.tag} dir={shown.direction}>
				<div className="poster-head">
					<h2 className="poster-title">{say(POSTER_WORDS.question)}</h2>
					<Avatar avatarId={driver.avatarId} name={name} className="poster-face" />
				</div>
				<div className="poster-body">
					<Plate className="poster-plate">{name}</Plate>
					<div className="poster-code">
						<QrCode text={link} label={t('QR code of the rating page of {driver}', { driver: name })} />
					</div>
					<p className="poster-call">{say(POSTER_WORDS.call)}</p>
					<p className="poster-hint">{say(POSTER_WORDS.hint)}</p>
					<p dir="ltr" className="poster-address">
						{link}
					</p>
				</div>
				<p className="poster-foot">
					<Logo size={40} className="poster-logo" />
					<span>
						{foot.before}
						<strong>{foot.bold}</strong>
						{foot.after}
					</span>
				</p>
			</div>
		</section>
	)
}
