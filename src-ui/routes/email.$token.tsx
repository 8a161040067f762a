import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailScreen } from '#ui/features/news/mail-link-screens.tsx'

export const Route = createFileRoute('/email/$token')({
	component: () => <VerifyEmailScreen token={Route.useParams().token} />,
})
