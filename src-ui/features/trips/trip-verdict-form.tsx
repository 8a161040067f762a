import { useEffect, useRef } from 'react'
import { verdictOf } from '#contract/impressions.ts'
import type { Trip } from '#contract/trips.ts'
import { classNames } from '#look/class-names.ts'
import { Plate } from '#look/plate.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { whyNotSent } from '#ui/features/ratings/rate/rate-driver.ts'
import { useRatingDraft } from '#ui/features/ratings/rate/rating-draft.ts'
import { type RatingDraft, RatingFields, RatingForm } from '#ui/features/ratings/rating-fields.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { CenterLineProgress } from '#ui/kit/page/center-line.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { FewVoices } from './boarding.tsx'
import type { OnDriver } from './on-drivers.ts'
import { useRateOnTrip, verdictDraft, verdictKey } from './trips.api.ts'

type TripVerdictFormProps = {
	token: string
	trip: Trip
	on: OnDriver
	nth: number
	of: number
	/** Set after the first form, which had the focus and is gone. */
	takesFocus: boolean
	onDone: () => void
	onLeave: () => void
}

export function TripVerdictForm({ token, trip, on, nth, of, takesFocus, onDone, onLeave }: TripVerdictFormProps) {
	const { driver } = on
	const name = nameOf(driver)
	const [draft, change] = useRatingDraft(verdictDraft(token, driver.id), draftOf(on))
	const rate = useRateOnTrip(token, { id: driver.id, name })
	const form = useContractForm({
		schema: RatingForm,
		send: rate.mutate,
		onSent: onDone,
		mutationKey: verdictKey(token, driver.id),
	})
	const trouble = whyNotSent(rate.error)
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (!takesFocus) return
		window.scrollTo(0, 0)
		heading.current?.focus()
	}, [takesFocus])
	const progress = `${nth} of ${of}`

	return (
		<form {...form.props} className="contents">
			<Page
				lead={
					<div className="mb-2.5 flex flex-col items-center gap-2 text-center max-md:[@media(min-height:48rem)]:mb-4 md:gap-4">
						<div className="mb-1 flex w-full flex-col gap-1 max-md:-mt-2">
							<p className="text-left font-display font-bold wrap-anywhere max-md:sr-only">{trip.name}</p>
							<div className="flex flex-wrap items-center justify-between gap-x-3">
								<p className="font-mono text-sm text-muted">{progress}</p>
								<Button variant="quiet" size="sm" className="px-1 text-[0.8125rem]" onPress={onLeave}>
									What you have said
								</Button>
							</div>
							<CenterLineProgress label={`Driver ${progress}`} value={(100 * (nth - 1)) / of} />
						</div>
						<div className="flex max-w-full flex-col items-center">
							<Avatar
								avatarId={driver.avatarId}
								name={name}
								isUnclaimedGhost={driver.isGhost}
								className="size-[min(3.25rem,17vw)] max-md:[@media(min-height:48rem)]:size-[min(5rem,26vw)] md:size-32"
							/>
							<Plate className="-mt-1.5 md:-mt-4">{name}</Plate>
						</div>
						<h1
							ref={heading}
							tabIndex={-1}
							className={classNames('max-w-full outline-none wrap-anywhere', name.length > LONG_NAME && 'text-2xl')}
						>
							{name}'s Driving Today
						</h1>
					</div>
				}
				aside={
					<p className="text-center text-[0.8125rem] text-muted md:text-base">
						Opened within 24 hours of the arrival. Never who.
					</p>
				}
				actionBelow="form"
				action={
					<PendingButton type="submit" isBlock isPending={rate.isPending}>
						{rate.isPending ? 'Sealing...' : 'Seal it'}
					</PendingButton>
				}
			>
				<PageTitle>{`${progress}: ${name}'s Driving Today`}</PageTitle>
				<div className="flex flex-col gap-4 max-md:[@media(max-height:47.99rem)]:gap-2.5">
					{trip.said.length === 0 ? <FewVoices seats={trip.seats} /> : null}
					<RatingFields draft={draft} onChange={change} field={form.field} />
					{trouble && !rate.isPending ? (
						<Notice tone="error" title="It is not sealed yet">
							{trouble}
						</Notice>
					) : null}
				</div>
			</Page>
		</form>
	)
}

/** Longer names get a smaller heading so that the stars stay on the first screen. */
const LONG_NAME = 24

function draftOf({ said, waiting }: OnDriver): RatingDraft | undefined {
	const last = waiting?.rating ?? said
	return last && verdictOf(last)
}
