import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { instanceQuery } from './instance.api.ts'

/** While nobody has an account: for a friend who came too early, and for the operator who missed the link. */
export function NobodyAtTheWheel() {
	const { data: instance } = useQuery(instanceQuery)
	return instance?.needsHost ? (
		<Notice tone="info">Nobody is at the wheel yet. The link is where Backseat was started.</Notice>
	) : null
}
