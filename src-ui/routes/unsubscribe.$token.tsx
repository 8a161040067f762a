import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribeScreen } from '#ui/features/news/mail-link-screens.tsx'

export const Route = createFileRoute('/unsubscribe/$token')({
	component: () => <UnsubscribeScreen token={Route.useParams().token} />,
})
