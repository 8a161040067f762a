import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { findFocus } from '#ui/kit/lost-focus.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { useHostAct } from './host-act.ts'

type ActDialogProps<Asked> = {
	/** Subject of the dialog; null closes it. */
	asked: Asked | null
	title: (asked: Asked) => string
	onClose: () => void
	isDismissable?: boolean
	/** True if the list is refetched afterwards. */
	refreshes?: boolean
	/** Data of the list: when it changes, the focused button may unmount with its row. */
	rows: unknown
	/** Element to focus in that case. */
	focus: (asked: Asked) => HTMLElement | null | undefined
	children: (asked: Asked) => ReactNode
}

/** A dialog for an act on a list row. It lives outside the row, which may move or unmount while the dialog is open. */
export function ActDialog<Asked>(props: ActDialogProps<Asked>) {
	const { asked, title, onClose, isDismissable = false, refreshes = false, rows, focus, children } = props
	const queryClient = useQueryClient()
	// Keeps the content during the closing animation.
	const [shown, setShown] = useState(asked)
	if (asked && asked !== shown) setShown(asked)

	const isOver = useRef(false)
	const keepFocus = useEffectEvent(() => {
		if (shown && isOver.current && findFocus(() => focus(shown))) isOver.current = false
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the list that takes a button away
	useEffect(() => keepFocus(), [rows])
	// The dialog restores focus on closing. The list is refetched only after that, because a button that unmounts first
	// could not get the focus back.
	const goOn = async () => {
		isOver.current = true
		await twoFrames()
		keepFocus()
		if (refreshes) void queryClient.invalidateQueries({ queryKey: ['host'] })
	}

	if (!shown) return null
	return (
		<Dialog
			title={<span className="wrap-anywhere">{title(shown)}</span>}
			isOpen={asked !== null}
			onOpenChange={(isOpen) => isOpen || onClose()}
			isDismissable={isDismissable}
		>
			<UntilGone onGone={() => void goOn()} />
			{children(shown)}
		</Dialog>
	)
}

function UntilGone({ onGone }: { onGone: () => void }) {
	const tell = useEffectEvent(onGone)
	useEffect(() => () => tell(), [])
	return null
}

/** React Aria restores focus within two frames. */
const twoFrames = () => new Promise<unknown>((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

type QuestionProps<Answer> = {
	/** Explains what will change and what will be deleted. */
	children: ReactNode
	/** Button label. */
	act: string
	/** Button label while pending. */
	acting?: string
	isDangerous?: boolean
	send: () => Promise<Answer>
	/** Called even if the dialog closed before the response. */
	onDone?: (answer: Answer) => void
	onClose: () => void
	/** Replaces the question after success; without it the dialog closes. */
	afterwards?: (answer: Answer) => ReactNode
}

/** Confirmation before an act. Server errors show in the dialog, and pressing again retries. */
export function Question<Answer>(props: QuestionProps<Answer>) {
	const { children, act, acting = act, isDangerous = false, send, onDone, onClose, afterwards } = props
	const { run, isPending, error } = useHostAct({ send, onDone })
	const [answer, setAnswer] = useState<Answer | null>(null)
	if (answer !== null && afterwards) return afterwards(answer)
	const start = () => run(undefined, { onSuccess: (answer) => (afterwards ? setAnswer(answer) : onClose()) })
	return (
		<div className="flex flex-col gap-5">
			<div className="flex flex-col gap-2 wrap-anywhere">{children}</div>
			<p role="alert" className="font-semibold text-bad empty:hidden">
				{error ? serverMessage(error, 'Nothing has changed. Please try again.') : null}
			</p>
			<div className="flex flex-wrap gap-2.5 *:grow">
				<Button variant="secondary" autoFocus onPress={onClose}>
					Cancel
				</Button>
				<PendingButton variant={isDangerous ? 'danger' : 'primary'} isPending={isPending} onPress={start}>
					{isPending ? acting : act}
				</PendingButton>
			</div>
		</div>
	)
}

type RenameFormProps<Answer> = {
	children?: ReactNode
	label: string
	/** Button label. */
	act: string
	schema: v.GenericSchema<string, string>
	name: string
	send: (name: string) => Promise<Answer>
	/** Called even if the dialog closed before the response. */
	onDone: (answer: Answer) => void
	onClose: () => void
}

export function RenameForm<Answer>({
	children,
	label,
	act,
	schema,
	name,
	send,
	onDone,
	onClose,
}: RenameFormProps<Answer>) {
	const rename = useHostAct({ send, onDone })
	const form = useContractForm({
		// Not named 'username' or 'name' as in the contract: browsers would autofill the host's own.
		schema: v.object({ theirName: schema }),
		send: ({ theirName }, handlers) => rename.run(theirName, handlers),
		onSent: onClose,
		onRefused: (error) => form.refuse('theirName', serverMessage(error, 'Nothing has changed. Please try again.')),
	})
	return (
		<form {...form.props} autoComplete="off" className="flex flex-col gap-4">
			{children}
			<TextField label={label} autoComplete="off" autoFocus defaultValue={name} {...form.field('theirName')} />
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					Cancel
				</Button>
				<PendingButton type="submit" isPending={rename.isPending} className="px-3 whitespace-nowrap">
					{rename.isPending ? 'Saving...' : act}
				</PendingButton>
			</div>
		</form>
	)
}
