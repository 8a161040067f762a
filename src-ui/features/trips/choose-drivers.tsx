import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { foldedName } from '#contract/folded-name.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t, tn } from '#contract/text.ts'
import { TRIP_DRIVERS_MAX } from '#contract/trips.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import type { AsMember } from '#ui/features/sign-in/sign-up/use-account-first.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { SkeletonRow } from '#ui/kit/feedback/notice.tsx'
import { errorClass } from '#ui/kit/forms/field-words.tsx'
import { SearchField } from '#ui/kit/forms/search-field.tsx'
import { CheckIcon } from '#ui/kit/icons.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import { NewGhostFace, PlusFace } from './new-ghost-face.tsx'
import { peopleQuery } from './new-trip.api.ts'

/** The member and the drivers rated last. With 'Somebody else' they fill two rows of a phone. */
const SHOWN = 5
const SEARCHED_FROM = 12

type ChooseDriversProps = {
	group: Ref<HTMLFieldSetElement>
	chosen: readonly PublicUser[]
	onChoose: (chosen: readonly PublicUser[]) => void
	asMember: AsMember
	error: string | null
}

/** Offers the member, the drivers of their home list, the other members, and a ghost made on the spot. */
export function ChooseDrivers(props: ChooseDriversProps) {
	const viewer = useViewer()
	const home = useQuery(homeQuery)
	const people = useQuery(peopleQuery(''))
	const me = viewer.kind === 'visitor' ? null : viewer.user
	return (
		<Loaded
			// Waits for both lists, because a later one would push the last faces down.
			query={{ ...home, data: people.isPending ? undefined : home.data }}
			loading={t('Loading your drivers...')}
			onTheWay={
				<div className="flex flex-col gap-3">
					<SkeletonRow />
					<SkeletonRow />
				</div>
			}
			failed={() => ({ title: t('Your drivers are stuck in traffic'), text: t('What you typed stays right here.') })}
		>
			{({ drivers }) => (
				<Faces
					{...props}
					meId={me?.id ?? null}
					first={[...(me ? [{ ...me, isGhost: false, claimedById: null }] : []), ...drivers]}
				/>
			)}
		</Loaded>
	)
}

type FacesProps = ChooseDriversProps & { meId: number | null; first: readonly PublicUser[] }

function Faces({ group, first, meId, chosen, onChoose, asMember, error }: FacesProps) {
	const [search, setSearch] = useState('')
	const [showsAll, setShowsAll] = useState(false)
	const aboutId = useId()
	const { data: people = [] } = useQuery({ ...peopleQuery(search), placeholderData: keepPreviousData })
	const isChosen = ({ id }: PublicUser) => chosen.some((one) => one.id === id)
	const candidates = [
		...new Map([...first, ...people, ...chosen].filter(mayDrive).map((driver) => [driver.id, driver])).values(),
	]
	const wanted = foldedName(search)
	const isCalled = ({ username, display_name }: PublicUser) =>
		foldedName(`${username}\n${display_name ?? ''}`).includes(wanted)
	const found = candidates.filter(isCalled)
	const isCut = !showsAll && candidates.length > SHOWN
	// Chosen drivers stay where they are, and stay in view.
	const visible = new Set(isCut ? found.slice(0, SHOWN) : found)
	const shown = candidates.filter((driver) => visible.has(driver) || isChosen(driver))
	const isFull = chosen.length >= TRIP_DRIVERS_MAX
	const list = useRef<HTMLUListElement>(null)
	const showAll = () => {
		// 'Somebody else' disappears, so the focus moves to the first new face.
		flushSync(() => setShowsAll(true))
		list.current?.children[shown.length]?.querySelector('input')?.focus()
	}
	return (
		<fieldset ref={group} aria-describedby={aboutId} className="flex min-w-0 flex-col gap-3">
			<legend className="field-label mb-1.5">{t('Who drives?')}</legend>
			<div id={aboutId} role="status" className="-mt-1.5 text-sm">
				{error ? <p className={errorClass}>{error}</p> : <p className="text-muted">{inWords(chosen.length)}</p>}
			</div>
			{!isCut && (search !== '' || candidates.length > SEARCHED_FROM) ? (
				<SearchField
					label={t('Search everybody')}
					isLabelHidden
					placeholder={t('Any part of a name')}
					search={search}
					onSearch={setSearch}
				/>
			) : null}
			<ul ref={list} className="faces">
				{shown.map((driver) => (
					<li key={driver.id}>
						<Face
							driver={driver}
							isMe={driver.id === meId}
							isChosen={isChosen(driver)}
							isDisabled={isFull && !isChosen(driver)}
							onChange={() =>
								onChoose(isChosen(driver) ? chosen.filter(({ id }) => id !== driver.id) : [...chosen, driver])
							}
						/>
					</li>
				))}
				<li>
					{isCut ? (
						<PlusFace name={t('Somebody else')} onPress={showAll} />
					) : (
						<NewGhostFace
							key={search}
							name={found.length === 0 ? search : ''}
							isDisabled={isFull}
							asMember={asMember}
							onMade={(ghost) => onChoose([...chosen, ghost])}
						/>
					)}
				</li>
			</ul>
			{found.length === 0 ? (
				<p role="status" className="text-sm text-muted wrap-anywhere">
					{t('Nobody here is called "{search}".', { search })}
				</p>
			) : null}
		</fieldset>
	)
}

/** For a claimed ghost, its claimer is here. */
const mayDrive = ({ id, isGhost, claimedById }: PublicUser) => id !== DEMO_DRIVER_ID && !(isGhost && claimedById)

function inWords(count: number): string {
	if (count === 0) return t('Choose one to eight.')
	if (count >= TRIP_DRIVERS_MAX) return t('Eight at the wheel: that is the most.')
	return tn('# driver chosen', '# drivers chosen', count)
}

type FaceProps = { driver: PublicUser; isMe: boolean; isChosen: boolean; isDisabled: boolean; onChange: () => void }

function Face({ driver, isMe, isChosen, isDisabled, onChange }: FaceProps) {
	const name = nameOf(driver)
	return (
		<label className="face trip-face">
			<input type="checkbox" className="sr-only" checked={isChosen} disabled={isDisabled} onChange={onChange} />
			<Avatar avatarId={driver.avatarId} name={name} size="lg" isUnclaimedGhost={driver.isGhost} />
			<span className="face-name">{isMe ? t('You') : name}</span>
			<span aria-hidden="true" className="trip-face-check">
				<CheckIcon size={18} />
			</span>
		</label>
	)
}
