import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'

export function WrappedScreen() {
	return (
		<Page>
			<PageTitle>Your year in the back seat</PageTitle>
			<h1>Your year in the back seat</h1>
		</Page>
	)
}
