import type { RefObject } from 'react'
import {
	type HostGhost,
	HostGhostName,
	makeClaimLink,
	removeGhost,
	renameGhost,
	type UndoneClaim,
	undoClaim,
} from '#contract/host/ghosts.ts'
import { ActDialog, Question, RenameForm } from '#ui/features/host/act-dialog.tsx'
import { HandOverLink } from '#ui/features/host/hand-over-link.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api } from '#ui/platform/api-client.ts'

type ActProps = { ghost: HostGhost; onClose: () => void }

const ACTS = {
	'new-link': { title: (name: string) => `New link for ${name}`, Act: NewLink },
	rename: { title: (name: string) => `Rename ${name}`, Act: Rename },
	'undo-claim': { title: (name: string) => `Undo the claim of ${name}?`, Act: UndoClaim },
	delete: { title: (name: string) => `Delete ${name}?`, Act: Delete },
}

export type AskedOfGhost = { act: keyof typeof ACTS; ghost: HostGhost }

type GhostDialogProps = {
	asked: AskedOfGhost | null
	onClose: () => void
	/** Data of the list, and its element, which takes the focus if the focused button unmounts. */
	rows: unknown
	list: RefObject<HTMLElement | null>
}

export const GhostDialog = ({ asked, onClose, rows, list }: GhostDialogProps) => (
	<ActDialog
		asked={asked}
		title={({ act, ghost }) => ACTS[act].title(ghost.name)}
		onClose={onClose}
		refreshes
		rows={rows}
		focus={() => list.current}
	>
		{({ act, ghost }) => {
			const { Act } = ACTS[act]
			return <Act ghost={ghost} onClose={onClose} />
		}}
	</ActDialog>
)

const at = ({ id }: HostGhost) => ({ params: { id } })

function NewLink({ ghost, onClose }: ActProps) {
	const { createdBy } = ghost
	return (
		<Question
			act="New link"
			send={() => api.send(makeClaimLink, at(ghost))}
			onClose={onClose}
			afterwards={({ token }) => <HandOver ghost={ghost} token={token} />}
		>
			<p>
				The old link stops working at once, also where somebody has it open.{' '}
				{createdBy === null
					? 'Whoever added this driver has left, so nobody else will see the new one.'
					: `Of everybody else only ${createdBy} will see the new one.`}
			</p>
		</Question>
	)
}

const HandOver = ({ ghost: { name, ratingsWaiting }, token }: { ghost: HostGhost; token: string }) => (
	<>
		<p className="mb-2 text-muted">
			Shown only now. Whoever makes an account with it first gets the seat, so send it to the right driver.
		</p>
		<HandOverLink
			path={`/claim/${token}`}
			label={`the claim link for ${name}`}
			message={
				ratingsWaiting === 0
					? `Hey ${name}, a driver's seat is waiting for you on Backseat:`
					: `Hey ${name}, your driving has been rated on Backseat. The receipts are waiting for you:`
			}
		/>
	</>
)

function Rename({ ghost, onClose }: ActProps) {
	return (
		<RenameForm
			label="Name"
			act="Rename"
			schema={HostGhostName.entries.name}
			name={ghost.name}
			send={(name) => api.send(renameGhost, { ...at(ghost), body: { name } })}
			onDone={({ name }) =>
				toast({ title: `${ghost.name} is ${name} now`, description: 'Link and ratings stay as they were.' })
			}
			onClose={onClose}
		/>
	)
}

function UndoClaim({ ghost, onClose }: ActProps) {
	const { name, createdBy, claimedBy } = ghost
	const linkWords = createdBy === null ? 'Make a new link here and hand it over.' : `${createdBy} sees the new link.`
	return (
		<Question
			act="Undo the claim"
			isDangerous
			send={() => api.send(undoClaim, at(ghost))}
			onDone={(undone) =>
				toast({ title: `${name} waits again`, description: `${CAME_BACK[undone.knownBy](undone)} ${linkWords}` })
			}
			onClose={onClose}
		>
			<p>
				The wrong person at the wheel? {claimedBy} keeps the account, but loses the ratings that came with the claim:
				they wait with {name} for the right one. {claimedBy} reads that you undid it.
			</p>
			<p>
				{createdBy === null
					? 'Whoever added this driver has left: afterwards make a new link here, and hand it over.'
					: `The new claim link is for ${createdBy} to see and to send.`}
			</p>
		</Question>
	)
}

const cameBack = (count: number) => `${ratingCount(count)} came back.`

const CAME_BACK: Record<UndoneClaim['knownBy'], (undone: UndoneClaim) => string> = {
	marked: ({ ratingsMoved }) => cameBack(ratingsMoved),
	by_age: ({ ratingsMoved }) => `${cameBack(ratingsMoved)} Those are all that are older than the account.`,
	none: () => 'No rating came back, as none was known to be theirs.',
}

function Delete({ ghost, onClose }: ActProps) {
	const { name, ratingsWaiting } = ghost
	return (
		<Question
			act={`Delete ${name}`}
			isDangerous
			send={() => api.send(removeGhost, at(ghost))}
			onDone={({ ratingsDeleted }) =>
				toast({ title: `${name} got out`, description: `With ${ratingCount(ratingsDeleted)}.` })
			}
			onClose={onClose}
		>
			<p>
				{ratingsWaiting === 0
					? `${name} goes from everybody's list, and the claim link leads nowhere.`
					: `${name} goes from everybody's list with ${ratingCount(ratingsWaiting)}, whoever gave them, and the claim link leads nowhere.`}{' '}
				This cannot be undone.
			</p>
		</Question>
	)
}

export function ratingCount(count: number): string {
	if (count === 0) return 'no ratings'
	return count === 1 ? '1 rating' : `${count} ratings`
}
