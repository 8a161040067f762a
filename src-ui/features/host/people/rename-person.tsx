import * as v from 'valibot'
import type { Person } from '#contract/host/people.ts'
import { Username } from '#contract/names.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { useRenamePerson } from './person-acts.ts'

/** Not named `username` as in the contract: browsers would fill in the host's own. */
const NameForm = v.object({ theirName: Username })

export function RenamePerson({ person, onClose }: { person: Person; onClose: () => void }) {
	const rename = useRenamePerson(person)
	const form = useContractForm({
		schema: NameForm,
		send: ({ theirName }, handlers) => rename.run(theirName, handlers),
		onSent: ({ username }: Person) => {
			onClose()
			toast({
				title: `New plate: ${username}`,
				description: `They log in as ${username} from now on. Better tell them.`,
			})
		},
		onRefused: (error) => form.refuse('theirName', serverMessage(error, 'Nothing has changed. Please try again.')),
	})
	return (
		<form {...form.props} autoComplete="off" className="flex flex-col gap-4">
			<p className="text-muted">
				They log in with the new name and everybody sees it, also in place of a display name. They stay signed in.
			</p>
			<TextField
				label="New username"
				autoComplete="off"
				defaultValue={person.username}
				autoFocus
				{...form.field('theirName')}
			/>
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					Cancel
				</Button>
				<PendingButton type="submit" isPending={rename.isPending} className="px-3 whitespace-nowrap">
					{rename.isPending ? 'Saving...' : 'Save Changes'}
				</PendingButton>
			</div>
		</form>
	)
}
