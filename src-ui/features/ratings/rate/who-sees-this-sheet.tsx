import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import type { Delivery } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { useWhenItOpens } from '#ui/features/ratings/when-it-opens.ts'
import { driverStats } from '#ui/features/stats/stats.api.ts'
import { TryAgain } from '#ui/kit/button.tsx'
import { Choice } from '#ui/kit/forms/choice.tsx'
import { CheckIcon, CrossIcon } from '#ui/kit/icons.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import type { DialogState } from '#ui/kit/overlays/late-dialog.ts'
import { serverNow } from '#ui/platform/server-clock.ts'

export type WhoSeesThisSheetProps = DialogState & {
	driver: VisibleUser
	delivery: Delivery | null
	onChoose: (delivery: Delivery) => void
}

export function WhoSeesThisSheet({ driver, delivery, onChoose, isOpen, onOpenChange }: WhoSeesThisSheetProps) {
	const name = nameOf(driver)
	return (
		<Dialog title={t('Who sees this?')} isOpen={isOpen} onOpenChange={onOpenChange} isPageVisible>
			<div className="text-sm leading-snug wrap-anywhere sm:text-[0.9375rem]">
				<ul className="flex flex-col gap-1.5">
					<Line icon={<CheckIcon size={16} className="text-good" />}>
						{t("Your stars, your words and the day are shown to everybody who opens {name}'s profile.", { name })}
					</Line>
					<Line icon={<CrossIcon size={16} className="text-bad" />}>
						{t('Your name is never shown, and neither is the hour.')}
					</Line>
				</ul>
				{driver.id === DEMO_DRIVER_ID ? null : <HowWellHidden driverId={driver.id} name={name} delivery={delivery} />}
				{delivery ? <When name={name} delivery={delivery} onChoose={onChoose} /> : null}
			</div>
		</Dialog>
	)
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
	<li className="flex gap-2">
		<span className="mt-0.5 flex-none">{icon}</span>
		<span>{children}</span>
	</li>
)

type WhenProps = { name: string; delivery: Delivery; onChoose: (delivery: Delivery) => void }

function When({ name, delivery, onChoose }: WhenProps) {
	const aboutId = useId()
	const whenItOpens = useWhenItOpens(serverNow())
	return (
		<div className="mt-2.5 border-t-2 border-dashed border-hairline pt-2.5">
			<Choice<Delivery>
				label={t('When do they hear of it?')}
				value={delivery}
				onChange={onChoose}
				describedBy={aboutId}
				options={[
					// Translators: a button of two side by side: when a driver hears of a rating
					{ value: 'now', label: t('Now'), tone: 'plain' },
					// Translators: a button of two side by side
					{ value: 'evening', label: t('With the evening post'), tone: 'plain' },
				]}
			/>
			<p id={aboutId} role="status" className="mt-2.5">
				{delivery === 'now'
					? t('{driver} hears of it as soon as it is sent.', { driver: name })
					: `${whenItOpens} ${t('Until then nobody knows but you.')}`}
			</p>
		</div>
	)
}

/** Depends only on how many ratings there are to hide among; other details could identify raters. */
function guessInWords(driver: string, ratings: number, delivery: Delivery | null): string {
	if (ratings < 3) {
		if (delivery === 'now')
			return t("{driver} will guess it was you. Send it with the evening post, mixed with somebody else's.", {
				driver,
			})
		return delivery === null
			? t('{driver} will guess it was you.', { driver })
			: t("The evening post mixes it with somebody else's.")
	}
	// Translators: how well a guest hides among the other raters of this driver
	return ratings < 8 ? t('A small crowd. They might guess.') : t('You are lost in traffic.')
}

type HowWellHiddenProps = { driverId: UserId; name: string; delivery: Delivery | null }

function HowWellHidden({ driverId, name, delivery }: HowWellHiddenProps) {
	const { data: stats, isFetching, refetch } = useQuery(driverStats(driverId))
	const words = useRef<HTMLParagraphElement>(null)
	// The driver is gone; submitting will show it.
	if (stats === null) return null
	const hasFailed = stats === undefined && !isFetching
	const askAgain = () => {
		words.current?.focus()
		void refetch()
	}
	return (
		<div className="mt-2.5 border-t-2 border-dashed border-hairline pt-2.5">
			<p ref={words} tabIndex={-1} role="status" className="font-display text-base leading-snug font-bold outline-none">
				{stats ? guessInWords(name, stats.totalRides, delivery) : null}
				{stats || hasFailed ? null : t('Counting the crowd you hide in…')}
				{hasFailed ? t('The crowd you hide in could not be counted.') : null}
			</p>
			{hasFailed ? (
				<div className="mt-2">
					<TryAgain onPress={askAgain} />
				</div>
			) : null}
		</div>
	)
}
