import { useMutation } from '@tanstack/react-query'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { ApiError } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { NotConfirmed, passwordQuestion } from './password-question.ts'

type HostAct<Input, Answer> = {
	send: (input: Input) => Promise<Answer>
	/** Happens also when the screen is left before the answer comes. */
	onDone?: (answer: Answer, input: Input) => void
}

/** For the form that sends it; they are not called once that form is gone. */
type Handlers<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: unknown) => void }

/**
 * Something that a host changes. When the server wants the password first, it is asked for and the same act is sent again;
 * whoever cancels finds everything as it was, without an error.
 */
export function useHostAct<Answer, Input = void>({ send, onDone }: HostAct<Input, Answer>) {
	const session = useSession()
	const { mutate, reset, error, isPending } = useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (input: Input) => sentConfirmed(() => send(input)),
		onSuccess: (answer, input) => onDone?.(answer, input),
		onError: session.recheckIfRefused,
	})
	return {
		run: (input: Input, handlers: Handlers<Answer> = {}) =>
			mutate(input, {
				onSuccess: handlers.onSuccess,
				onError: (error) => error instanceof NotConfirmed || handlers.onError?.(error),
			}),
		/** From the first press to the last answer, with the question in between. */
		isPending,
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
