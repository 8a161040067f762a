import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { type ToastWords, toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { findFocus } from '#ui/kit/lost-focus.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import type { DialogProps } from '#ui/kit/overlays/dialog-window.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { Session } from '#ui/session/session.ts'
import { useSession } from '#ui/session/session-context.ts'
import { useHostAct } from './host-act.ts'

export type Tools = { queryClient: QueryClient; session: Session }

type Words<Row> = {
	title: (row: Row) => string
	/** Explains what will change and what will be deleted. */
	text?: (row: Row) => ReactNode
}

type Effect<Row, Answer> = {
	/** `typed` is the new name if the act has a `field`, otherwise empty. */
	call: (row: Row, tools: Tools, typed: string) => Promise<Answer>
	toast?: (row: Row, answer: Answer) => ToastWords
	/** Replaces the question after success; without it the dialog closes. */
	afterwards?: (row: Row, answer: Answer, onClose: () => void) => ReactNode
}

type Controls<Row> = {
	/** Label of the button that starts the act. */
	button: (row: Row) => string
	/** Label of the button while the act is pending. */
	pending?: string
	cancel?: string
	danger?: true
	/** Shown when the server gives no reason. */
	failure?: string
	role?: DialogProps['role']
	/** Turns the dialog into a form with this field, to rename the row. */
	field?: { label: string; schema: v.GenericSchema<string, string>; value: (row: Row) => string }
	/** True if the act can change every list, the journal and the host's own session. */
	refreshesAll?: true
}

/** One act of a host on a list row: its dialog, its request and its toast. */
export type Act<Row> = Words<Row> & Controls<Row> & { send: (row: Row, tools: Tools, typed: string) => Promise<Sent> }

type Sent = { toast: ToastWords | null; afterwards: ((onClose: () => void) => ReactNode) | null }

/** A row of a table of acts, with the type of the answer hidden. */
export const act = <Row, Answer>({ call, ...row }: Words<Row> & Controls<Row> & Effect<Row, Answer>): Act<Row> => ({
	...row,
	async send(subject, tools, typed) {
		const answer = await call(subject, tools, typed)
		const { afterwards } = row
		return {
			toast: row.toast?.(subject, answer) ?? null,
			afterwards: afterwards ? (onClose) => afterwards(subject, answer, onClose) : null,
		}
	},
})

type List<Row> = {
	/** Data of the list: when it changes, the focused button may unmount with its row. */
	rows: unknown
	/** Finds the element to focus once the focused button has unmounted. */
	focus: (row: Row) => HTMLElement | null | undefined
	isDismissable?: boolean
	/** True if the list is refetched after the dialog has closed. */
	refreshes?: boolean
}

type Opened<Row> = { row: Row; title: string; role: DialogProps['role']; body: ReactNode }

/** The dialog for the acts of one list. It lives outside the rows, which may move or unmount while it is open. */
export function useActs<Row>({ rows, focus, isDismissable = false, refreshes = false }: List<Row>) {
	const queryClient = useQueryClient()
	const [isOpen, setIsOpen] = useState(false)
	// Kept during the closing animation.
	const [opened, setOpened] = useState<Opened<Row> | null>(null)
	const close = () => setIsOpen(false)

	function open<Subject extends Row>(
		row: Subject,
		{ title, role }: Pick<Act<Subject>, 'title' | 'role'>,
		body: ReactNode,
	) {
		setOpened({ row, title: title(row), role, body })
		setIsOpen(true)
	}

	const isOver = useRef(false)
	const keepFocus = useEffectEvent(() => {
		if (opened && isOver.current && findFocus(() => focus(opened.row))) isOver.current = false
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: a changed list can unmount the focused button
	useEffect(() => keepFocus(), [rows])
	// The dialog restores the focus on closing. Refetch only after that: a button that unmounts earlier could not get
	// the focus back.
	const goOn = async () => {
		isOver.current = true
		await twoFrames()
		keepFocus()
		if (refreshes) void queryClient.invalidateQueries({ queryKey: ['host'] })
	}

	return {
		ask: <Subject extends Row>(act: Act<Subject>, row: Subject) =>
			open(
				row,
				act,
				act.field ? <ActForm act={act} row={row} onClose={close} /> : <Question act={act} row={row} onClose={close} />,
			),
		/** Shows the result of an act that ran without a confirmation. */
		show: <Subject extends Row>({ title, text }: Words<Subject>, row: Subject) => open(row, { title }, text?.(row)),
		dialog: opened ? (
			<Dialog
				title={<span className="wrap-anywhere">{opened.title}</span>}
				isOpen={isOpen}
				onOpenChange={setIsOpen}
				isDismissable={isDismissable}
				role={opened.role}
			>
				<UntilGone onGone={() => void goOn()} />
				{opened.body}
			</Dialog>
		) : null,
	}
}

function UntilGone({ onGone }: { onGone: () => void }) {
	const callLatest = useEffectEvent(onGone)
	useEffect(() => () => callLatest(), [])
	return null
}

/** React Aria restores focus within two frames. */
const twoFrames = () => new Promise<unknown>((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

type BodyProps<Row> = { act: Act<Row>; row: Row; onClose: () => void }

function useAct<Row>({ act: { send, refreshesAll }, row }: BodyProps<Row>) {
	const queryClient = useQueryClient()
	const session = useSession()
	return useHostAct({
		send: (typed: string) => send(row, { queryClient, session }, typed),
		// Runs even if the dialog was closed before the response.
		onDone(sent) {
			if (refreshesAll) void queryClient.invalidateQueries()
			if (sent.toast) toast(sent.toast)
		},
	})
}

const UNCHANGED = t('Nothing has changed. Please try again.')

/** Confirmation before an act. Server errors show in the dialog, and pressing again retries. */
function Question<Row>(props: BodyProps<Row>) {
	const { act, row, onClose } = props
	const { run, isPending, error } = useAct(props)
	const [sent, setSent] = useState<Sent | null>(null)
	if (sent?.afterwards) return sent.afterwards(onClose)
	const button = act.button(row)
	const start = () => run('', { onSuccess: (sent) => (sent.afterwards ? setSent(sent) : onClose()) })
	return (
		<div className="flex flex-col gap-5">
			<div className="flex flex-col gap-2 wrap-anywhere">{act.text?.(row)}</div>
			<p role="alert" className="font-semibold text-bad empty:hidden">
				{error ? serverMessage(error, act.failure ?? UNCHANGED) : null}
			</p>
			<div className="flex flex-wrap gap-2.5 *:grow">
				<Button variant="secondary" autoFocus onPress={onClose}>
					{act.cancel ?? t('Cancel')}
				</Button>
				<PendingButton variant={act.danger ? 'danger' : 'primary'} isPending={isPending} onPress={start}>
					{isPending ? (act.pending ?? button) : button}
				</PendingButton>
			</div>
		</div>
	)
}

function ActForm<Row>(props: BodyProps<Row>) {
	const { act, row, onClose } = props
	const rename = useAct(props)
	const form = useContractForm({
		// Not named 'username' or 'name' as in the contract: browsers would autofill the host's own.
		schema: v.object({ theirName: act.field?.schema ?? v.string() }),
		send: ({ theirName }, handlers) => rename.run(theirName, handlers),
		onSent: onClose,
		onRefused: (error) => form.refuse('theirName', serverMessage(error, UNCHANGED)),
	})
	return (
		<form {...form.props} autoComplete="off" className="flex flex-col gap-4">
			{act.text ? <p className="text-muted">{act.text(row)}</p> : null}
			<TextField
				label={act.field?.label ?? ''}
				autoComplete="off"
				autoFocus
				defaultValue={act.field?.value(row)}
				{...form.field('theirName')}
			/>
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" isPending={rename.isPending} className="px-2">
					{rename.isPending ? t('Saving...') : act.button(row)}
				</PendingButton>
			</div>
		</form>
	)
}
