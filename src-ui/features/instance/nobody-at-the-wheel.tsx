import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { instanceQuery } from './instance.api.ts'

export function NobodyAtTheWheel() {
	const { data: instance } = useQuery(instanceQuery)
	return instance?.needsHost ? (
		<Notice tone="info">Nobody is at the wheel yet. The link is where Backseat was started.</Notice>
	) : null
}
