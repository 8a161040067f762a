import {
	type HostGhost,
	HostGhostName,
	makeClaimLink,
	removeGhost,
	renameGhost,
	type UndoneClaim,
	undoClaim,
} from '#contract/host/ghosts.ts'
import { act } from '#ui/features/host/act-dialog.tsx'
import { HandOverLink } from '#ui/features/host/hand-over-link.tsx'
import { api } from '#ui/platform/api-client.ts'

const at = ({ id }: HostGhost) => ({ params: { id } })

export const ghostActs = {
	newLink: act({
		title: ({ name }: HostGhost) => `New link for ${name}`,
		text: ({ createdBy }) =>
			`The old link stops working at once, also where somebody has it open. ${
				createdBy === null
					? 'Whoever added this driver has left, so nobody else will see the new one.'
					: `Of everybody else only ${createdBy} will see the new one.`
			}`,
		button: () => 'New link',
		call: (ghost) => api.send(makeClaimLink, at(ghost)),
		afterwards: (ghost, { token }) => <HandOver ghost={ghost} token={token} />,
	}),
	rename: act({
		title: ({ name }: HostGhost) => `Rename ${name}`,
		field: { label: 'Name', schema: HostGhostName.entries.name, value: ({ name }) => name },
		button: () => 'Rename',
		call: (ghost, _tools, name) => api.send(renameGhost, { ...at(ghost), body: { name } }),
		toast: (before, { name }) => ({
			title: `${before.name} is ${name} now`,
			description: 'Link and ratings stay as they were.',
		}),
	}),
	undoClaim: act({
		title: ({ name }: HostGhost) => `Undo the claim of ${name}?`,
		text: ({ name, createdBy, claimedBy }) => (
			<>
				<p>
					The wrong person at the wheel? {claimedBy} keeps the account, but loses the ratings that came with the claim:
					they wait with {name} for the right one. {claimedBy} reads that you undid it.
				</p>
				<p>
					{createdBy === null
						? 'Whoever added this driver has left: afterwards make a new link here, and hand it over.'
						: `The new claim link is for ${createdBy} to see and to send.`}
				</p>
			</>
		),
		button: () => 'Undo the claim',
		danger: true,
		call: (ghost) => api.send(undoClaim, at(ghost)),
		toast: ({ name, createdBy }, undone) => ({
			title: `${name} waits again`,
			description: `${CAME_BACK[undone.knownBy](undone)} ${
				createdBy === null ? 'Make a new link here and hand it over.' : `${createdBy} sees the new link.`
			}`,
		}),
	}),
	remove: act({
		title: ({ name }: HostGhost) => `Delete ${name}?`,
		text: ({ name, ratingsWaiting }) =>
			`${name} goes from everybody's list${
				ratingsWaiting === 0 ? '' : ` with ${ratingCount(ratingsWaiting)}, whoever gave them`
			}, and the claim link leads nowhere. This cannot be undone.`,
		button: ({ name }) => `Delete ${name}`,
		danger: true,
		call: (ghost) => api.send(removeGhost, at(ghost)),
		toast: ({ name }, { ratingsDeleted }) => ({
			title: `${name} got out`,
			description: `With ${ratingCount(ratingsDeleted)}.`,
		}),
	}),
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

const cameBack = (count: number) => `${ratingCount(count)} came back.`

const CAME_BACK: Record<UndoneClaim['knownBy'], (undone: UndoneClaim) => string> = {
	marked: ({ ratingsMoved }) => cameBack(ratingsMoved),
	by_age: ({ ratingsMoved }) => `${cameBack(ratingsMoved)} Those are all that are older than the account.`,
	none: () => 'No rating came back, as none was known to be theirs.',
}

export function ratingCount(count: number): string {
	if (count === 0) return 'no ratings'
	return count === 1 ? '1 rating' : `${count} ratings`
}
