import { failureWords } from './failure-words.ts'

/** The part of electron-updater's `AppUpdater` that is used here. */
export type Updater = {
	autoDownload: boolean
	autoInstallOnAppQuit: boolean
	allowDowngrade: boolean
	logger: object | null
	setFeedURL(url: string): void
	/** Null when this copy cannot update itself, as in development. */
	checkForUpdates(): Promise<{ downloadPromise?: Promise<unknown> | null } | null>
	on(event: 'checking-for-update', listener: () => void): unknown
	on(event: 'update-available' | 'update-not-available' | 'update-downloaded', listener: (info: Info) => void): unknown
	on(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown
	on(event: 'error', listener: (error: Error) => void): unknown
}
type Info = { version: string }

/** Answers how to stop it. */
type Every = (ms: number, run: () => void) => () => void

export type Updates = ReturnType<typeof createUpdates>

const DAY_MS = 24 * 60 * 60 * 1000

const words = {
	off: 'No feed set: this car gets no new parts by itself.',
	asking: 'Asking for new parts…',
	none: 'No new parts: this is the newest version there is.',
	coming: (version: string) => `Version ${version} is on its way.`,
	progress: (version: string, percent: number) => `Version ${version} is on its way: ${percent} % of it is here.`,
	ready: (version: string) => `Version ${version} is in the boot. It goes in when you quit Backseat.`,
	unable: 'This copy cannot swap its own parts. Get the new version where you got this one.',
}

/**
 * Looks for new versions at the feed, at the start and once a day; what is found is downloaded, and installed on quitting.
 * `updater` is not even made before there is a feed. `onStatus` gets words for the person.
 */
export function createUpdates({
	updater: makeUpdater,
	feed,
	onStatus,
	every = repeat,
}: {
	updater: () => Updater
	feed: () => string | null
	onStatus: (text: string) => void
	every?: Every
}) {
	let updater: Updater | null = null
	let feedSet: string | null = null
	let status = ''
	let stopTimer = () => {}
	let inTurn = Promise.resolve()

	const say = (text: string) => {
		if (text === status) return
		status = text
		onStatus(text)
	}

	/** What the updater says. Late news from a feed that was switched off is none. */
	const report = (text: string) => {
		if (feed() !== null) say(text)
	}

	const prepared = (): Updater => {
		if (updater) return updater
		const made = makeUpdater()
		made.autoDownload = true
		made.allowDowngrade = false
		// It would write whole stacks, and every address it asks.
		made.logger = null
		let version = ''
		made.on('checking-for-update', () => report(words.asking))
		made.on('update-not-available', () => report(words.none))
		made.on('update-available', (info) => {
			version = info.version
			report(words.coming(version))
		})
		made.on('download-progress', ({ percent }) => report(words.progress(version, Math.floor(percent))))
		made.on('update-downloaded', (info) => report(words.ready(info.version)))
		made.on('error', (error) => report(failureWords(error)))
		updater = made
		return made
	}

	const switchedOff = () => {
		// Whatever has been downloaded stays in the boot.
		if (updater) updater.autoInstallOnAppQuit = false
		say(words.off)
	}

	const check = async () => {
		const address = feed()
		if (address === null) return switchedOff()
		try {
			const ready = prepared()
			ready.autoInstallOnAppQuit = true
			if (address !== feedSet) ready.setFeedURL(address)
			feedSet = address
			const found = await ready.checkForUpdates()
			if (!found) report(words.unable)
			// Has been told by 'error' already.
			found?.downloadPromise?.catch(() => {})
		} catch (error) {
			report(failureWords(error))
		}
	}

	/** One after another: the updater answers a question asked meanwhile with its answer to the one before. */
	const checkNow = (): Promise<void> => {
		inTurn = inTurn.then(check)
		return inTurn
	}

	const begin = () => {
		stopTimer()
		stopTimer = () => {}
		if (feed() === null) return switchedOff()
		stopTimer = every(DAY_MS, () => void checkNow())
		void checkNow()
	}

	return { start: begin, feedChanged: begin, checkNow, stop: () => stopTimer() }
}

const repeat: Every = (ms, run) => {
	const timer = setInterval(run, ms)
	return () => clearInterval(timer)
}
