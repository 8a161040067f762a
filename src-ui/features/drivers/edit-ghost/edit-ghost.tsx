import { useState } from 'react'
import * as v from 'valibot'
import type { VisibleUser } from '#contract/accounts.ts'
import type { GhostWithToken } from '#contract/drivers.ts'
import { GhostName } from '#contract/names.ts'
import { t } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { ConfirmDelete, ConfirmNewLink } from '#ui/features/drivers/edit-ghost/confirm-ghost-act.tsx'
import { useChangeGhost } from '#ui/features/drivers/edit-ghost/edit-ghost.api.ts'
import { FacePicker } from '#ui/kit/avatar/face-picker.tsx'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { CenterLine } from '#ui/kit/page/center-line.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { PlatePencil } from '#ui/kit/plate-pencil.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'

export function EditGhost({ ghost }: { ghost: VisibleUser }) {
	const [isOpen, setIsOpen] = useState(false)
	const [asked, setAsked] = useState<GhostAct | null>(null)
	const name = nameOf(ghost)
	const edit = t('Edit {driver}', { driver: name })
	const titles = {
		'new-link': t('New link for {driver}?', { driver: name }),
		delete: t('Delete {driver}?', { driver: name }),
	}
	const open = () => {
		setAsked(null)
		setIsOpen(true)
	}
	return (
		<>
			<PlatePencil label={edit} onPress={open} />
			<Dialog
				title={<span className="wrap-anywhere">{asked ? titles[asked] : edit}</span>}
				isOpen={isOpen}
				onOpenChange={setIsOpen}
				isDismissable={false}
			>
				<Steps ghost={ghost} asked={asked} onAsk={setAsked} onClose={() => setIsOpen(false)} />
			</Dialog>
		</>
	)
}

type StepsProps = {
	ghost: VisibleUser
	asked: GhostAct | null
	onAsk: (act: GhostAct | null) => void
	onClose: () => void
}

function Steps({ ghost, asked, onAsk, onClose }: StepsProps) {
	const name = nameOf(ghost)
	// Kept outside the form, so that cancelling a deletion keeps the typed name.
	const [typed, setTyped] = useState({ name, avatarId: ghost.avatarId })
	const [askedBefore, setAskedBefore] = useState<GhostAct | null>(null)
	const goBack = () => {
		setAskedBefore(asked)
		onAsk(null)
	}
	if (asked === 'new-link') return <ConfirmNewLink id={ghost.id} onCancel={goBack} />
	if (asked === 'delete') return <ConfirmDelete id={ghost.id} name={name} onCancel={goBack} />
	const form = { ghost, typed, onType: setTyped, onAsk, onClose }
	return <EditGhostForm {...form} focusOn={askedBefore ?? 'name'} />
}

/** Not named `username` as in the contract: browsers would autofill the creator's own. */
const NameForm = v.object({ driverName: GhostName })

type GhostAct = 'new-link' | 'delete'

type EditGhostFormProps = {
	ghost: VisibleUser
	typed: { name: string; avatarId: number }
	onType: (typed: { name: string; avatarId: number }) => void
	onAsk: (act: GhostAct) => void
	onClose: () => void
	focusOn: GhostAct | 'name'
}

function EditGhostForm({ ghost, typed, onType, onAsk, onClose, focusOn }: EditGhostFormProps) {
	const name = nameOf(ghost)
	const change = useChangeGhost(ghost.id)
	const form = useContractForm({
		schema: NameForm,
		send: ({ driverName: username }, handlers) => change.mutate({ username, avatarId: typed.avatarId }, handlers),
		onSent: (changed: GhostWithToken) => {
			onClose()
			toast({
				title: t('{driver} is ready to roll', { driver: nameOf(changed) }),
				description: t('Links and ratings stay as they were.'),
			})
		},
		onRefused: (error) => {
			const description = serverMessage(error, t('Nothing has changed. Please try again.'))
			if (error instanceof ApiError && error.field === 'username') form.refuse('driverName', description)
			else toast({ variant: 'destructive', title: t('Driver not changed'), description })
		},
	})

	return (
		<>
			<form {...form.props} autoComplete="off" className="flex flex-col gap-4">
				<TextField
					label={t('Name')}
					autoComplete="off"
					value={typed.name}
					autoFocus={focusOn === 'name'}
					{...form.field('driverName', (text) => onType({ ...typed, name: text }))}
				/>
				<FacePicker label={t('Face')} value={typed.avatarId} onChange={(avatarId) => onType({ ...typed, avatarId })} />
				<div className="button-pair mt-2">
					<Button variant="secondary" onPress={onClose}>
						{t('Cancel')}
					</Button>
					<PendingButton type="submit" isPending={change.isPending} className="px-2">
						{change.isPending ? t('Saving...') : t('Save Changes')}
					</PendingButton>
				</div>
			</form>
			<CenterLine className="my-5" />
			<div className="flex flex-col gap-2.5">
				<p className="text-sm text-muted">{t('The claim link went to the wrong chat? A new one stops it working.')}</p>
				<Button
					variant="secondary"
					size="sm"
					isBlock
					autoFocus={focusOn === 'new-link'}
					onPress={() => onAsk('new-link')}
				>
					{t('New link')}
				</Button>
				{ghost.isRatedByOthers ? null : (
					<Button
						variant="danger"
						size="sm"
						isBlock
						className="wrap-anywhere"
						autoFocus={focusOn === 'delete'}
						onPress={() => onAsk('delete')}
					>
						{t('Delete {driver}', { driver: name })}
					</Button>
				)}
			</div>
		</>
	)
}
