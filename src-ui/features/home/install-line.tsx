import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { NoticeLine } from '#ui/kit/feedback/notice-line.tsx'
import { basePath } from '#ui/platform/api-client.ts'
import { isInstalled, isIosBrowser } from '#ui/platform/home-screen.ts'
import { installPrompt } from '#ui/platform/install-prompt.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const VISITS_KEY = 'visits'
const COUNTED_KEY = 'visitCounted'
const ANSWERED_KEY = 'installAnswered'

const VISITS_BEFORE = 3

const Visits = v.pipe(v.number(), v.integer(), v.minValue(0))

export function countVisit(): number {
	const before = remembered('localStorage', VISITS_KEY, Visits) ?? 0
	if (remembered('sessionStorage', COUNTED_KEY, v.literal(true))) return before
	remember('sessionStorage', COUNTED_KEY, true)
	const visits = Math.min(before + 1, VISITS_BEFORE)
	if (visits !== before) remember('localStorage', VISITS_KEY, visits)
	return visits
}

/** False if the browser cannot store the answer. */
export function isInstallOffered(): boolean {
	const isAnswered = remembered('localStorage', ANSWERED_KEY, v.literal(true)) !== null
	const isKept = () => remember('localStorage', VISITS_KEY, VISITS_BEFORE)
	const isPossible = installPrompt.offered() !== null || isIosBrowser()
	return countVisit() >= VISITS_BEFORE && isPossible && !isAnswered && !isInstalled() && isKept()
}

export function InstallLine({ onAnswered }: { onAnswered: () => void }) {
	const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.offered)
	if (isInstalled() || !(prompt || isIosBrowser())) return null

	const close = () => {
		remember('localStorage', ANSWERED_KEY, true)
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
			label="Install Backseat"
			putAwayLabel="No, thanks"
			onPutAway={close}
			icon={<img src={`${basePath}/app-icons/icon-192.png`} alt="" width={40} height={40} className="flex-none" />}
		>
			{prompt ? (
				<button type="button" className="notice-words" onClick={() => void install()}>
					<strong>Install Backseat</strong>
					<span>One tap gets you in, in a tunnel too.</span>
				</button>
			) : (
				<p className="notice-words">
					<strong>Backseat fits on your home screen</strong>
					<span>Tap Share, then Add to Home Screen.</span>
				</p>
			)}
		</NoticeLine>
	)
}
