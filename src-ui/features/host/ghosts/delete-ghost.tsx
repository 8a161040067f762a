import { type HostGhost, removeGhost } from '#contract/host/ghosts.ts'
import { useHostAct } from '#ui/features/host/confirm/use-host-act.ts'
import { AskOnce } from '#ui/features/host/lists/ask-once.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api } from '#ui/platform/api-client.ts'
import { ratingCount } from './ghost-words.ts'

export function DeleteGhost({ ghost, onClose }: { ghost: HostGhost; onClose: () => void }) {
	const { id, name, ratingsWaiting } = ghost
	const deletion = useHostAct({
		send: () => api.send(removeGhost, { params: { id } }),
		onDone: ({ ratingsDeleted }) => {
			onClose()
			toast({ title: `${name} got out`, description: `With ${ratingCount(ratingsDeleted)}.` })
		},
	})
	return (
		<AskOnce
			act={`Delete ${name}`}
			isDangerous
			isPending={deletion.isPending}
			error={deletion.error}
			onAct={() => deletion.run()}
			onCancel={onClose}
		>
			<p>
				{ratingsWaiting === 0
					? `${name} goes from everybody's list, and the claim link leads nowhere.`
					: `${name} goes from everybody's list with ${ratingCount(ratingsWaiting)}, whoever gave them, and the claim link leads nowhere.`}{' '}
				This cannot be undone.
			</p>
		</AskOnce>
	)
}
