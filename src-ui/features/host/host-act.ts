import { useMutation } from '@tanstack/react-query'
import { getConfirmation } from '#contract/host/confirmation.ts'
import { ApiError, api } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'

type HostAct<Input, Answer> = {
	send: (input: Input) => Promise<Answer>
	/** Called even if the screen unmounted before the response. */
	onDone?: ((answer: Answer, input: Input) => void) | undefined
	/** Called after success and failure, because shown data may be outdated. */
	onEnd?: () => void
}

/** Callbacks of the submitting form; not called after it unmounts. */
type Handlers<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: unknown) => void }

/**
 * A change made by a host. If the server requires the password, the dialog asks for it and the act is resent;
 * cancelling restores the previous state without an error.
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
		/** True from the first press to the last response, including the password dialog. */
		isPending,
		isDone: isSuccess,
		error: error instanceof NotConfirmed ? null : error,
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
 * For an act of `useHostAct` that follows a download link: the browser would save a refusal as the file, so the
 * password is confirmed first.
 */
export async function ensureConfirmed() {
	const { confirmedUntil } = await api.send(getConfirmation)
	if (confirmedUntil === null) await passwordQuestion.ask()
}

/** Thrown on cancel: nothing was done, so no message is shown. */
class NotConfirmed extends Error {
	override name = 'NotConfirmed'
}

let question: { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void } | null = null
const listeners = new Set<() => void>()

/** State of the password dialog. Outside React, like toasts, because any act can open the single PasswordDialog. */
export const passwordQuestion = {
	isAsked: () => question !== null,
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	},
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
