import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'

export function TripScreen({ token: _token }: { token: string }) {
	return (
		<Page>
			<PageTitle>Road trip</PageTitle>
			<h1>Road trip</h1>
		</Page>
	)
}
