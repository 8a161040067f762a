import { useQuery } from '@tanstack/react-query'
import { nobodyIsHost, signUpAnyway } from '#contract/first-words/account-form.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { instanceQuery } from './instance.api.ts'

export const useNeedsHost = (): boolean => useQuery(instanceQuery).data?.needsHost ?? false

/** With `onGoOn` it stands in place of a sign-up form, which the button reveals. */
export function NoHostYet({ onGoOn }: { onGoOn?: () => void }) {
	return useNeedsHost() ? (
		<Notice
			tone="info"
			action={
				onGoOn ? (
					<Button variant="secondary" size="sm" onPress={onGoOn}>
						{signUpAnyway()}
					</Button>
				) : null
			}
		>
			{nobodyIsHost()}
		</Notice>
	) : null
}
