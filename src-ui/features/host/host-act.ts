import { useMutation } from '@tanstack/react-query'
import { getConfirmation } from '#contract/host/confirmation.ts'
import { ApiError, api } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'

type HostAct<Input, Answer> = {
	send: (input: Input) => Promise<Answer>
	/** Happens also when the screen is left before the answer comes. */
	onDone?: ((answer: Answer, input: Input) => void) | undefined
	/** What is shown may be old by then, whether it was done or not. */
	onEnd?: () => void
}

/** For the form that sends it; they are not called once that form is gone. */
type Handlers<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: unknown) => void }

/**
 * Something that a host changes. When the server wants the password first, it is asked for and the same act is sent again;
 * a host who cancels finds everything as it was, without an error.
 */
export function useHostAct<Answer, Input = void>({ send, onDone, onEnd }: HostAct<Input, Answer>) {
	const session = useSession()
	const { mutate, reset, error, isPending, isSuccess } = useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (input: Input) => sentConfirmed(() => send(input)),
		onSuccess: (answer, input) => onDone?.(answer, input),
		onError: session.recheckIfRefused,
		onSettled: () => onEnd?.(),
	})
	return {
		run: (input: Input, handlers: Handlers<Answer> = {}) =>
			mutate(input, {
				onSuccess: handlers.onSuccess,
				onError: (error) => error instanceof NotConfirmed || handlers.onError?.(error),
			}),
		/** From the first press to the last answer, with the question in between. */
		isPending,
		isDone: isSuccess,
		error: error instanceof NotConfirmed ? null : error,
		/** Forgets the error. */
		reset,
	}
}

async function sentConfirmed<Answer>(send: () => Promise<Answer>): Promise<Answer> {
	for (;;) {
		try {
			return await send()
		} catch (error) {
			if (!isConfirmFirst(error)) throw error
			await passwordQuestion.ask()
		}
	}
}

const isConfirmFirst = (error: unknown) => error instanceof ApiError && error.problemCode === 'confirm_first'

/**
 * For a link to a download, which the browser follows by itself: a refusal would be saved as the file, so the password is
 * asked for before. `run(input)` calls `onConfirmed(input)` once the server would say yes.
 */
export function useConfirmed<Input = void>(onConfirmed: (input: Input) => void) {
	return useHostAct<void, Input>({
		send: async () => {
			const { confirmedUntil } = await api.send(getConfirmation)
			if (confirmedUntil === null) await passwordQuestion.ask()
		},
		onDone: (_nothing, input) => onConfirmed(input),
	})
}

/** Cancelled: nothing was done, and nothing needs saying. */
class NotConfirmed extends Error {
	override name = 'NotConfirmed'
}

let question: { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void } | null = null
const listeners = new Set<() => void>()

/**
 * Whether the password is being asked for. Outside React, as toasts are: any act of the page asks, and PasswordDialog, of
 * which there is one, answers.
 */
export const passwordQuestion = {
	isAsked: () => question !== null,
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	},
	/** Resolves when the server has taken the password; rejects when the dialog is closed without. */
	async ask(): Promise<void> {
		if (!question) {
			let settle: (isConfirmed: boolean) => void = () => undefined
			// Promise.withResolvers is missing before iOS 17.4.
			const answer = new Promise<boolean>((resolve) => {
				settle = resolve
			})
			question = { answer, settle }
			tell()
		}
		if (!(await question.answer)) throw new NotConfirmed('The password was not given')
	},
	settle(isConfirmed: boolean) {
		const settled = question
		if (!settled) return
		question = null
		tell()
		settled.settle(isConfirmed)
	},
}

function tell() {
	for (const listener of listeners) listener()
}
