import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { instanceQuery } from './instance.api.ts'

/** Shown before the first account exists, to early friends and to an operator who missed the setup link. */
export function NobodyAtTheWheel() {
	const { data: instance } = useQuery(instanceQuery)
	return instance?.needsHost ? (
		<Notice tone="info">Nobody is at the wheel yet. The link is where Backseat was started.</Notice>
	) : null
}
