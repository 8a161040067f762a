import { t } from '#contract/text.ts'
import { ExternalLinkButton } from '#ui/kit/navigation/link.tsx'
import { basePath } from '#ui/platform/api-client.ts'

/**
 * Shown on every computer that could run the app. A page cannot detect an installed app; without it the link does
 * nothing.
 */
export function OpenInDesktopApp({ token }: { token: string }) {
	if (!mayHaveDesktopApp()) return null
	return (
		<p>
			<ExternalLinkButton variant="quiet" size="sm" href={desktopAppLink(token)}>
				{t('Open in the desktop app')}
			</ExternalLinkButton>
			<span className="block">{t('Works if Backseat is installed on this computer.')}</span>
		</p>
	)
}

const desktopAppLink = (token: string) =>
	`backseat://claim/${token}?server=${encodeURIComponent(`${location.origin}${basePath}/`)}`

/**
 * Requires https: over plain http an attacker on the network could inject the link. The app exists for computers only.
 */
const mayHaveDesktopApp = () =>
	location.protocol === 'https:' &&
	matchMedia('(pointer: fine)').matches &&
	!/Mobi|Android|iPhone|iPad|Electron\//.test(navigator.userAgent)
