import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useState } from 'react'
import { foldedName } from '#contract/folded-name.ts'
import type { UserId } from '#contract/ids.ts'
import { TRIP_DRIVERS_MAX } from '#contract/trips.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { SkeletonRow } from '#ui/kit/feedback/notice.tsx'
import { errorClass } from '#ui/kit/forms/field-words.tsx'
import { SearchField } from '#ui/kit/forms/search-field.tsx'
import { CheckIcon } from '#ui/kit/icons.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { useViewer } from '#ui/session/session-context.ts'

/** About as many as fit on a phone. */
const SEARCHED_FROM = 8

type Choosable = {
	id: UserId
	avatarId: number
	username: string
	display_name: string | null
	isGhost: boolean
	isMe: boolean
}

type ChooseDriversProps = {
	group: Ref<HTMLFieldSetElement>
	chosen: readonly UserId[]
	onChoose: (chosen: readonly UserId[]) => void
	error: string | null
}

/** Offers the member and the drivers of their home list. */
export function ChooseDrivers(props: ChooseDriversProps) {
	const viewer = useViewer()
	const home = useQuery(homeQuery)
	const me = viewer.kind === 'visitor' ? null : viewer.user
	return (
		<Loaded
			query={home}
			loading="Loading your drivers..."
			onTheWay={
				<div className="flex flex-col gap-3">
					<SkeletonRow />
					<SkeletonRow />
				</div>
			}
			failed={() => ({ title: 'Your drivers are stuck in traffic', text: 'What you typed stays right here.' })}
		>
			{({ drivers }) => (
				<DriverBoxes
					{...props}
					drivers={[
						...(me ? [{ ...me, isGhost: false, isMe: true }] : []),
						...drivers.map((driver) => ({ ...driver, isGhost: driver.isGhost && !driver.claimedById, isMe: false })),
					]}
				/>
			)}
		</Loaded>
	)
}

type DriverBoxesProps = ChooseDriversProps & { drivers: readonly Choosable[] }

function DriverBoxes({ group, drivers, chosen, onChoose, error }: DriverBoxesProps) {
	const [search, setSearch] = useState('')
	const aboutId = useId()
	const here = chosen.filter((id) => drivers.some((driver) => driver.id === id))
	const isAnybodyGone = here.length < chosen.length
	useEffect(() => {
		if (isAnybodyGone) onChoose(here)
	})
	const wanted = foldedName(search)
	// Chosen drivers stay visible.
	const shown = drivers.filter(
		({ id, username, display_name }) =>
			here.includes(id) || foldedName(`${username}\n${display_name ?? ''}`).includes(wanted),
	)
	const isFull = here.length >= TRIP_DRIVERS_MAX
	return (
		<fieldset ref={group} aria-describedby={aboutId} className="flex min-w-0 flex-col gap-3">
			<legend className="mb-1.5 text-[0.9375rem] font-bold">Who drives?</legend>
			<div id={aboutId} role="status" className="-mt-1.5 text-sm">
				{error ? <p className={errorClass}>{error}</p> : <p className="text-muted">{inWords(here.length)}</p>}
			</div>
			{drivers.length >= SEARCHED_FROM ? (
				<SearchField
					label="Search your drivers"
					isLabelHidden
					placeholder="Any part of a name"
					search={search}
					onSearch={setSearch}
					isInstant
				/>
			) : null}
			<ul className="trip-choices">
				{shown.map((driver) => {
					const isChosen = here.includes(driver.id)
					return (
						<li key={driver.id}>
							<DriverBox
								driver={driver}
								isChosen={isChosen}
								isDisabled={isFull && !isChosen}
								onChange={() => onChoose(isChosen ? here.filter((id) => id !== driver.id) : [...here, driver.id])}
							/>
						</li>
					)
				})}
			</ul>
			{shown.length === 0 ? (
				<p role="status" className="text-sm text-muted wrap-anywhere">
					Nobody on your list is called "{search}".
				</p>
			) : null}
			{drivers.some(({ isMe }) => !isMe) ? null : <NobodyElse />}
		</fieldset>
	)
}

function inWords(count: number): string {
	if (count === 0) return 'Choose one to eight.'
	if (count >= TRIP_DRIVERS_MAX) return 'Eight at the wheel: that is the most.'
	return count === 1 ? '1 driver chosen' : `${count} drivers chosen`
}

type DriverBoxProps = { driver: Choosable; isChosen: boolean; isDisabled: boolean; onChange: () => void }

function DriverBox({ driver, isChosen, isDisabled, onChange }: DriverBoxProps) {
	const name = nameOf(driver)
	return (
		<label className="trip-choice">
			<input type="checkbox" className="sr-only" checked={isChosen} disabled={isDisabled} onChange={onChange} />
			<Avatar avatarId={driver.avatarId} name={name} isUnclaimedGhost={driver.isGhost} />
			<span className="min-w-0 flex-1">
				<span className="line-clamp-2 font-display leading-snug font-bold wrap-anywhere">
					{driver.isMe ? 'You' : name}
				</span>
				{driver.isMe ? <span className="block text-sm text-muted">The others rate you.</span> : null}
			</span>
			<span aria-hidden="true" className="trip-box">
				<CheckIcon size={18} />
			</span>
		</label>
	)
}

function NobodyElse() {
	return (
		<div className="flex flex-col items-start gap-3 rounded-sticker border-2 border-hairline border-dashed p-4">
			<p className="text-[0.9375rem] leading-snug">
				Nobody else is on your list yet. Add the others who drive first. They need no account.
			</p>
			<LinkButton to="/add-driver" variant="secondary" size="sm">
				Add a driver
			</LinkButton>
		</div>
	)
}
