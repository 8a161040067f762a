import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'

export function ReceiptScreen({ month: _month }: { month: string }) {
	return (
		<Page>
			<PageTitle>Receipt</PageTitle>
			<h1>Receipt</h1>
		</Page>
	)
}
