import { EmptyState } from '#ui/kit/feedback/notice.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'

export function NotFoundScreen() {
	return (
		<Page
			action={
				<LinkButton to="/home" isBlock>
					Back to Home
				</LinkButton>
			}
		>
			<PageTitle>Not found</PageTitle>
			<EmptyState headingLevel="h1" title="404 Page Not Found">
				Did you forget to add the page to the router?
			</EmptyState>
		</Page>
	)
}
