import { type HostGhost, HostGhostName, renameGhost } from '#contract/host/ghosts.ts'
import { useHostAct } from '#ui/features/host/confirm/use-host-act.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { api, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'

export function RenameGhost({ ghost, onClose }: { ghost: HostGhost; onClose: () => void }) {
	const rename = useHostAct({
		send: ({ name }: HostGhostName) => api.send(renameGhost, { params: { id: ghost.id }, body: { name } }),
		onDone: ({ name }) => {
			onClose()
			toast({ title: `${ghost.name} is ${name} now`, description: 'Link and ratings stay as they were.' })
		},
	})
	const form = useContractForm({
		schema: HostGhostName,
		send: (typed, handlers) => rename.run(typed, handlers),
		onRefused: (error, isAtField) => {
			if (!isAtField) form.refuse('name', serverMessage(error, 'Nothing has changed. Please try again.'))
		},
	})
	return (
		<form {...form.props} autoComplete="off" className="flex flex-col gap-4">
			<TextField label="Name" autoComplete="off" autoFocus defaultValue={ghost.name} {...form.field('name')} />
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					Cancel
				</Button>
				<PendingButton type="submit" isPending={rename.isPending}>
					{rename.isPending ? 'Saving...' : 'Rename'}
				</PendingButton>
			</div>
		</form>
	)
}
