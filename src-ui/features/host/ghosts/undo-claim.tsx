import { type HostGhost, type UndoneClaim, undoClaim } from '#contract/host/ghosts.ts'
import { useHostAct } from '#ui/features/host/confirm/use-host-act.ts'
import { AskOnce } from '#ui/features/host/lists/ask-once.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api } from '#ui/platform/api-client.ts'
import { ratingCount } from './ghost-words.ts'

export function UndoClaim({ ghost, onClose }: { ghost: HostGhost; onClose: () => void }) {
	const { id, name, createdBy, claimedBy } = ghost
	const linkWords = createdBy === null ? 'Make a new link here and hand it over.' : `${createdBy} sees the new link.`
	const undo = useHostAct({
		send: () => api.send(undoClaim, { params: { id } }),
		onDone: (undone) => {
			onClose()
			toast({ title: `${name} waits again`, description: `${CAME_BACK[undone.knownBy](undone)} ${linkWords}` })
		},
	})
	return (
		<AskOnce
			act="Undo the claim"
			isDangerous
			isPending={undo.isPending}
			error={undo.error}
			onAct={() => undo.run()}
			onCancel={onClose}
		>
			<p>
				The wrong person at the wheel? {claimedBy} keeps the account, but loses the ratings that came with the claim:
				they wait with {name} for the right one.
			</p>
			<p>
				{createdBy === null
					? 'Whoever added this driver has left: afterwards make a new link here, and hand it over.'
					: `The new claim link is for ${createdBy} to see and to send.`}
			</p>
		</AskOnce>
	)
}

const cameBack = (count: number) => `${ratingCount(count)} came back.`

const CAME_BACK: Record<UndoneClaim['knownBy'], (undone: UndoneClaim) => string> = {
	marked: ({ ratingsMoved }) => cameBack(ratingsMoved),
	by_age: ({ ratingsMoved }) => `${cameBack(ratingsMoved)} Those are all that are older than the account.`,
	none: () => 'No rating came back, as none was known to be theirs.',
}
