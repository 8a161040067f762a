import { useSyncExternalStore } from 'react'
import { t } from '#contract/text.ts'
import { NoticeLine } from '#ui/kit/feedback/notice-line.tsx'
import { basePath } from '#ui/platform/api-client.ts'
import { isInstalled, isIosBrowser } from '#ui/platform/home-screen.ts'
import { installPrompt } from '#ui/platform/install-prompt.ts'
import { noteInstallAnswered } from './install-offer.memory.ts'

export function InstallLine({ onAnswered }: { onAnswered: () => void }) {
	const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.offered)
	if (isInstalled() || !(prompt || isIosBrowser())) return null

	const close = () => {
		noteInstallAnswered()
		onAnswered()
	}
	const install = async () => {
		const asked = installPrompt.use()
		document.getElementById('main')?.focus({ preventScroll: true })
		close()
		await asked?.prompt()
	}
	return (
		<NoticeLine
			label={t('Install Backseat')}
			putAwayLabel={t('No, thanks')}
			onPutAway={close}
			icon={<img src={`${basePath}/app-icons/icon-192.png`} alt="" width={40} height={40} className="flex-none" />}
		>
			{prompt ? (
				<button type="button" className="notice-words" onClick={() => void install()}>
					<strong>{t('Install Backseat')}</strong>
					<span>{t('One tap gets you in, in a tunnel too.')}</span>
				</button>
			) : (
				<p className="notice-words">
					<strong>{t('Backseat fits on your home screen')}</strong>
					{/* Translators: 'Share' and 'Add to Home Screen' as an iPhone in your language calls them */}
					<span>{t('Tap Share, then Add to Home Screen.')}</span>
				</p>
			)}
		</NoticeLine>
	)
}
