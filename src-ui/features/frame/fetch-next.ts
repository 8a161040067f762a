import { isInstalled } from '#ui/platform/home-screen.ts'

/** Not in all browsers, and so not in TypeScript's "DOM". */
type Connection = { saveData?: boolean; effectiveType?: string; downlink?: number }

/** True where each file costs the visitor money or time: then only a touch on a link fetches its screen. */
export function isSavingData(): boolean {
	const { connection = {} } = navigator as Navigator & { connection?: Connection }
	const { saveData = false, effectiveType = '4g', downlink = Number.POSITIVE_INFINITY } = connection
	return saveData || effectiveType.endsWith('2g') || (effectiveType === '3g' && downlink < 0.7)
}

/**
 * Fetches the files of the screens that most visitors open next, one per idle moment and without running them. The build
 * lists them in the page (scripts/page-chunks.ts): with every screen, a guest's first visit was 460 KB in 30 requests.
 */
export function fetchNext({ isMember }: { isMember: boolean }) {
	if (isSavingData()) return
	const { next = '', nextOfMembers = '' } = document.documentElement.dataset
	const files = `${next} ${isMember ? nextOfMembers : ''}`.split(' ').filter((file) => file !== '' && !isHere(file))
	const fetchOne = async () => {
		const file = files.shift()
		if (file === undefined) return
		// Not a prefetch link, which Safari lacks and Firefox checks against the policy's default-src.
		await fetch(file, { priority: 'low' })
			.then((answer) => answer.arrayBuffer())
			.catch(() => undefined)
		whenIdle(fetchOne)
	}
	whenIdle(fetchOne)
}

const isHere = (file: string) => document.querySelector(`link[href$="${file}"], script[src$="${file}"]`) !== null

/** Safari has no idle callbacks. */
function whenIdle(run: () => void) {
	if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 1000 })
	else setTimeout(run, 50)
}

/** True if the service worker may download all files: the visitor came back or installed the app, and is not saving data. */
export const mayKeepAll = (cameBack: boolean): boolean => !isSavingData() && (cameBack || isInstalled())
