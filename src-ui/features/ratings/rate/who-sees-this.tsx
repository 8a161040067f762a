import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import { DEMO_DRIVER_ID, type UserId } from '#contract/ids.ts'
import { Delivery } from '#contract/ratings.ts'
import { classNames } from '#look/class-names.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { driverStats } from '#ui/features/stats/stats.api.ts'
import { Button, TryAgain } from '#ui/kit/button.tsx'
import { Choice } from '#ui/kit/forms/choice.tsx'
import { CaretIcon, CheckIcon, CrossIcon } from '#ui/kit/icons.tsx'
import { remember, remembered } from '#ui/platform/storage.ts'

const DELIVERY_KEY = 'ratingDelivery'

export function useDelivery(): [Delivery, (delivery: Delivery) => void] {
	const [delivery, setDelivery] = useState(() => remembered('localStorage', DELIVERY_KEY, Delivery) ?? 'now')
	return [
		delivery,
		(chosen) => {
			remember('localStorage', DELIVERY_KEY, chosen)
			setDelivery(chosen)
		},
	]
}

type WhoSeesThisProps = {
	driver: VisibleUser
	delivery: Delivery | null
	onChoose: (delivery: Delivery) => void
}

export function WhoSeesThis({ driver, delivery, onChoose }: WhoSeesThisProps) {
	const [isOpen, setIsOpen] = useState(false)
	const panelId = useId()
	const name = nameOf(driver)
	return (
		<div className="page-aside-opens text-center">
			<Button
				variant="quiet"
				size="sm"
				className="text-[0.8125rem] max-md:-mt-3 md:text-[0.9375rem]"
				aria-expanded={isOpen}
				aria-controls={panelId}
				onPress={() => setIsOpen(!isOpen)}
			>
				Who sees this?
				{delivery === 'evening' && !isOpen ? <span className="font-normal">Sealed until the evening post</span> : null}
				<CaretIcon size={14} className={classNames('transition-transform', isOpen && 'rotate-180')} />
			</Button>
			{isOpen ? (
				<div
					ref={scrollIntoView}
					id={panelId}
					className="sticker sticker-flat mt-1.5 bg-surface p-3.5 text-left text-[0.9375rem] leading-snug wrap-anywhere mb-2"
				>
					<ul className="flex flex-col gap-2">
						<Line icon={<CheckIcon size={16} className="text-good" />}>
							Your stars, your words and the day are shown to everybody who opens {name}'s profile.
						</Line>
						<Line icon={<CrossIcon size={16} className="text-bad" />}>
							Your name is never shown, and neither is the hour.
						</Line>
					</ul>
					{driver.id === DEMO_DRIVER_ID ? null : <HowWellHidden driverId={driver.id} name={name} />}
					{delivery ? <When name={name} delivery={delivery} onChoose={onChoose} /> : null}
				</div>
			) : null}
		</div>
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
	return (
		<div className="mt-3 border-t-2 border-dashed border-hairline pt-3">
			<Choice<Delivery>
				label="When do they hear of it?"
				value={delivery}
				onChange={onChoose}
				describedBy={aboutId}
				options={[
					{ value: 'now', label: 'Now', tone: 'plain' },
					{ value: 'evening', label: 'With the evening post', tone: 'plain' },
				]}
			/>
			<p id={aboutId} role="status" className="mt-2.5">
				{delivery === 'now'
					? `${name} hears of it as soon as it is sent.`
					: 'Sealed until 18:30 of the first day on which verdicts of two raters wait, for three days at most. Then all are opened together, shuffled. Until then nobody knows but you, and you can change it or take it back.'}
			</p>
		</div>
	)
}

/** On phones the panel opens behind the fixed submit button. */
function scrollIntoView(panel: HTMLElement | null) {
	const frame = requestAnimationFrame(() => panel?.scrollIntoView({ block: 'nearest' }))
	return () => cancelAnimationFrame(frame)
}

/** Depends only on how many ratings there are to hide among; other details could identify raters. */
function guessInWords(name: string, ratings: number): string {
	if (ratings < 3) return `${name} will guess it was you.`
	return ratings < 8 ? 'A small crowd. They might guess.' : 'You are lost in traffic.'
}

function HowWellHidden({ driverId, name }: { driverId: UserId; name: string }) {
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
		<div className="mt-3 border-t-2 border-dashed border-hairline pt-3">
			<p ref={words} tabIndex={-1} role="status" className="font-display text-[1.0625rem] font-bold outline-none">
				{stats ? guessInWords(name, stats.totalRides) : null}
				{stats || hasFailed ? null : 'Counting the crowd you hide in…'}
				{hasFailed ? 'The crowd you hide in could not be counted.' : null}
			</p>
			{hasFailed ? (
				<div className="mt-2">
					<TryAgain onPress={askAgain} />
				</div>
			) : null}
		</div>
	)
}
