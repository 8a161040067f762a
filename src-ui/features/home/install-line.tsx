import { useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { isPasskeyOffered } from '#ui/features/sign-in/passkeys/passkey-offer.ts'
import { Button } from '#ui/kit/button.tsx'
import { basePath } from '#ui/platform/api-client.ts'
import { isInstalled, isIosBrowser } from '#ui/platform/home-screen.ts'
import { installPrompt } from '#ui/platform/install-prompt.ts'
import { remember, remembered } from '#ui/platform/storage.ts'
import { PasskeyLine } from './passkey-line.tsx'

const VISITS_KEY = 'visits'
const COUNTED_KEY = 'visitCounted'
const ANSWERED_KEY = 'installAnswered'

const VISITS_BEFORE = 3

const Visits = v.pipe(v.number(), v.integer(), v.minValue(0))

function countVisit(): number {
	const before = remembered('localStorage', VISITS_KEY, Visits) ?? 0
	if (remembered('sessionStorage', COUNTED_KEY, v.literal(true))) return before
	remember('sessionStorage', COUNTED_KEY, true)
	const visits = Math.min(before + 1, VISITS_BEFORE)
	if (visits !== before) remember('localStorage', VISITS_KEY, visits)
	return visits
}

const answerInstallOffer = () => remember('localStorage', ANSWERED_KEY, true)

/** Hidden if the browser cannot store the answer. */
function isInstallOffered(): boolean {
	const isAnswered = remembered('localStorage', ANSWERED_KEY, v.literal(true)) !== null
	const isKept = () => remember('localStorage', VISITS_KEY, VISITS_BEFORE)
	return countVisit() >= VISITS_BEFORE && !isAnswered && !isInstalled() && isKept()
}

/** Gives a rater time to find a driver; this file itself loads half a second after the first screen. */
const AFTER_MS = 2500

export function LateInstallLine() {
	const [isTime, setIsTime] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setIsTime(true), AFTER_MS)
		return () => clearTimeout(timer)
	}, [])
	const [isPasskeyFirst] = useState(isPasskeyOffered)
	if (!isTime) return null
	return isPasskeyFirst ? <PasskeyLine /> : <InstallLine />
}

export function InstallLine() {
	const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.offered)
	const [isOffered, setIsOffered] = useState(isInstallOffered)
	if (!isOffered || !(prompt || isIosBrowser())) return null

	const close = () => {
		answerInstallOffer()
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
					<Button size="sm" variant="quiet" className={prompt ? undefined : '-ml-3.5'} onPress={close}>
						No, thanks
					</Button>
				</div>
			</div>
		</section>
	)
}
