import { createFileRoute } from '@tanstack/react-router'
import { ReceiptScreen } from '#ui/features/receipts/receipt-screen.tsx'

export const Route = createFileRoute('/receipts/$month')({
	component: () => <ReceiptScreen month={Route.useParams().month} />,
})
