import { useState, useSyncExternalStore } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { basePath } from '#ui/platform/api-client.ts'
import { installPrompt } from '#ui/platform/install-prompt.ts'
import { answerInstallOffer, isInstallOffered, isIosBrowser } from './install-offer.ts'

/** Below the drivers of whoever comes often: how to have Backseat on the home screen, until they say yes or no. */
export function InstallLine() {
	const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.offered)
	const [isOffered, setIsOffered] = useState(isInstallOffered)
	if (!isOffered || !(prompt || isIosBrowser())) return null

	const close = () => {
		answerInstallOffer()
		// The buttons go.
		document.getElementById('main')?.focus({ preventScroll: true })
		setIsOffered(false)
	}
	const install = async () => {
		const asked = installPrompt.use()
		close()
		await asked?.prompt()
	}
	return (
		<section aria-label="Install Backseat" className="flex items-start gap-3.5 border-t-2 border-hairline pt-5">
			<img src={`${basePath}/app-icons/icon-192.png`} alt="" width={48} height={48} className="flex-none" />
			<div className="flex min-w-0 flex-1 flex-col gap-2.5">
				<p className="text-[0.9375rem] leading-snug">
					<strong className="block">{prompt ? 'Keep Backseat at hand' : 'Backseat fits on your home screen'}</strong>
					{prompt ? 'One tap gets you in, in a tunnel too.' : 'Tap Share, then Add to Home Screen.'}
				</p>
				<div className="flex flex-wrap gap-2">
					{prompt ? (
						<Button size="sm" variant="secondary" onPress={() => void install()}>
							Install
						</Button>
					) : null}
					{/* By itself it begins where the text does. */}
					<Button size="sm" variant="quiet" className={prompt ? undefined : '-ml-3.5'} onPress={close}>
						No, thanks
					</Button>
				</div>
			</div>
		</section>
	)
}
