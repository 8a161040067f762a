import {
	type HostGhost,
	HostGhostName,
	makeClaimLink,
	removeGhost,
	renameGhost,
	type UndoneClaim,
	undoClaim,
} from '#contract/host/ghosts.ts'
import { t, tn } from '#contract/text.ts'
import { act } from '#ui/features/host/act-dialog.tsx'
import { HandOverLink } from '#ui/features/host/hand-over-link.tsx'
import { api } from '#ui/platform/api-client.ts'

const at = ({ id }: HostGhost) => ({ params: { id } })

export const ghostActs = {
	newLink: act({
		title: ({ name }: HostGhost) => t('New link for {name}', { name }),
		text: ({ createdBy }) =>
			createdBy === null
				? t(
						'The old link stops working at once, also where somebody has it open. Whoever added this driver has left, so nobody else will see the new one.',
					)
				: t(
						'The old link stops working at once, also where somebody has it open. Of everybody else only {name} will see the new one.',
						{ name: createdBy },
					),
		button: () => t('New link'),
		call: (ghost) => api.send(makeClaimLink, at(ghost)),
		afterwards: (ghost, { token }) => <HandOver ghost={ghost} token={token} />,
	}),
	rename: act({
		title: ({ name }: HostGhost) => t('Rename {name}', { name }),
		field: { label: t('Name'), schema: HostGhostName.entries.name, value: ({ name }) => name },
		button: () => t('Rename'),
		call: (ghost, _tools, name) => api.send(renameGhost, { ...at(ghost), body: { name } }),
		toast: (before, { name }) => ({
			title: t('{before} is {name} now', { before: before.name, name }),
			description: t('Link and ratings stay as they were.'),
		}),
	}),
	undoClaim: act({
		title: ({ name }: HostGhost) => t('Undo the claim of {name}?', { name }),
		text: ({ name, createdBy, claimedBy }) => (
			<>
				<p>
					{t(
						'The wrong person at the wheel? {claimedBy} keeps the account, but loses the ratings that came with the claim: they wait with {name} for the right one. {claimedBy} reads that you undid it.',
						{ claimedBy: claimedBy ?? '', name },
					)}
				</p>
				<p>
					{createdBy === null
						? t('Whoever added this driver has left: afterwards make a new link here, and hand it over.')
						: t('The new claim link is for {name} to see and to send.', { name: createdBy })}
				</p>
			</>
		),
		button: () => t('Undo the claim'),
		danger: true,
		call: (ghost) => api.send(undoClaim, at(ghost)),
		toast: ({ name, createdBy }, undone) => ({
			title: t('{name} waits again', { name }),
			description: `${CAME_BACK[undone.knownBy](undone)} ${
				createdBy === null
					? t('Make a new link here and hand it over.')
					: t('{name} sees the new link.', { name: createdBy })
			}`,
		}),
	}),
	remove: act({
		title: ({ name }: HostGhost) => t('Delete {name}?', { name }),
		text: ({ name, ratingsWaiting }) =>
			ratingsWaiting === 0
				? t("{name} goes from everybody's list, and the claim link leads nowhere. This cannot be undone.", { name })
				: tn(
						"{name} goes from everybody's list with # rating, whoever gave them, and the claim link leads nowhere. This cannot be undone.",
						"{name} goes from everybody's list with # ratings, whoever gave them, and the claim link leads nowhere. This cannot be undone.",
						ratingsWaiting,
						{ name },
					),
		button: ({ name }) => t('Delete {name}', { name }),
		danger: true,
		call: (ghost) => api.send(removeGhost, at(ghost)),
		toast: ({ name }, { ratingsDeleted }) => ({
			title: t('{name} got out', { name }),
			description:
				ratingsDeleted === 0 ? t('With no ratings.') : tn('With # rating.', 'With # ratings.', ratingsDeleted),
		}),
	}),
}

const HandOver = ({ ghost: { name, ratingsWaiting }, token }: { ghost: HostGhost; token: string }) => (
	<>
		<p className="mb-2 text-muted">
			{t('Shown only now. Whoever makes an account with it first gets the seat, so send it to the right driver.')}
		</p>
		<HandOverLink
			path={`/claim/${token}`}
			codeLabel={t('QR code of the claim link for {name}', { name })}
			message={
				ratingsWaiting === 0
					? t("Hey {name}, a driver's seat is waiting for you on Backseat:", { name })
					: t('Hey {name}, your driving has been rated on Backseat. The receipts are waiting for you:', { name })
			}
		/>
	</>
)

const cameBack = (count: number) =>
	// Translators: a whole sentence; English begins it without a capital, as with a number
	count === 0 ? t('no ratings came back.') : tn('# rating came back.', '# ratings came back.', count)

const CAME_BACK: Record<UndoneClaim['knownBy'], (undone: UndoneClaim) => string> = {
	marked: ({ ratingsMoved }) => cameBack(ratingsMoved),
	by_age: ({ ratingsMoved }) => `${cameBack(ratingsMoved)} ${t('Those are all that are older than the account.')}`,
	none: () => t('No rating came back, as none was known to be theirs.'),
}

export function ratingCount(count: number): string {
	if (count === 0) return t('no ratings')
	return tn('# rating', '# ratings', count)
}
