import { ExternalLinkButton } from '#ui/kit/navigation/link.tsx'
import { basePath } from '#ui/platform/api-client.ts'

/** For computers that may have the app. Nothing here can tell whether they do: without it, the link does nothing. */
export function OpenInDesktopApp({ token }: { token: string }) {
	if (!mayHaveDesktopApp()) return null
	return (
		<p>
			<ExternalLinkButton variant="quiet" size="sm" href={desktopAppLink(token)}>
				Open in the desktop app
			</ExternalLinkButton>
			<span className="block">Works if Backseat is installed on this computer.</span>
		</p>
	)
}

const desktopAppLink = (token: string) =>
	`backseat://claim/${token}?server=${encodeURIComponent(`${location.origin}${basePath}/`)}`

/** Over https only: nobody should be led into an app over a way that others can change. None is made for phones and tablets. */
const mayHaveDesktopApp = () =>
	location.protocol === 'https:' &&
	matchMedia('(pointer: fine)').matches &&
	!/Mobi|Android|iPhone|iPad|Electron\//.test(navigator.userAgent)
