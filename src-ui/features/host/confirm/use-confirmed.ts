import { getConfirmation } from '#contract/host/confirmation.ts'
import { api } from '#ui/platform/api-client.ts'
import { passwordQuestion } from './password-question.ts'
import { useHostAct } from './use-host-act.ts'

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
