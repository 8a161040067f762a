import { type Every, repeat } from '#desktop/clock.ts'

const LONGEST = 2000
const THIS_COMPUTER = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address of new versions, from what a person typed; blank switches updates off.
 * What comes from there gets installed, so nobody on the way may change it: https, or this computer itself.
 */
export function readFeed(text: string): { feed: string | null } | { message: string } {
	const typed = text.trim()
	if (typed === '') return { feed: null }
	const url = typed.length <= LONGEST ? URL.parse(typed) : null
	const isTrusted = url?.protocol === 'https:' || (url?.protocol === 'http:' && THIS_COMPUTER.has(url.hostname))
	if (!url || !isTrusted)
		return { message: 'Give the whole address, starting with https://, or leave it blank for no updates.' }
	if (url.username || url.password)
		return { message: 'Leave the name and password out of the address; they would be kept in the open.' }
	url.hash = ''
	return { feed: url.href }
}

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

export type Updates = ReturnType<typeof createUpdates>

const DAY_MS = 24 * 60 * 60 * 1000

const texts = {
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
	let queue = Promise.resolve()

	const say = (text: string) => {
		if (text === status) return
		status = text
		onStatus(text)
	}

	/** What the updater reports, unless its feed has been switched off meanwhile. */
	const report = (text: string) => {
		if (feed() !== null) say(text)
	}

	const preparedUpdater = (): Updater => {
		if (updater) return updater
		const made = makeUpdater()
		made.autoDownload = true
		made.allowDowngrade = false
		// It would write whole stacks, and every address it asks.
		made.logger = null
		let version = ''
		made.on('checking-for-update', () => report(texts.asking))
		made.on('update-not-available', () => report(texts.none))
		made.on('update-available', (info) => {
			version = info.version
			report(texts.coming(version))
		})
		made.on('download-progress', ({ percent }) => report(texts.progress(version, Math.floor(percent))))
		made.on('update-downloaded', (info) => report(texts.ready(info.version)))
		made.on('error', (error) => report(failureText(error)))
		updater = made
		return made
	}

	const switchedOff = () => {
		// What has been downloaded is not installed.
		if (updater) updater.autoInstallOnAppQuit = false
		say(texts.off)
	}

	const check = async () => {
		const address = feed()
		if (address === null) return switchedOff()
		try {
			const ready = preparedUpdater()
			ready.autoInstallOnAppQuit = true
			if (address !== feedSet) ready.setFeedURL(address)
			feedSet = address
			const found = await ready.checkForUpdates()
			if (!found) report(texts.unable)
			// 'error' has reported it already.
			found?.downloadPromise?.catch(() => {})
		} catch (error) {
			report(failureText(error))
		}
	}

	/** One after another: the updater answers a question asked meanwhile with its answer to the one before. */
	const checkNow = (): Promise<void> => {
		queue = queue.then(check)
		return queue
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

const DAMAGED = /CHECKSUM|SIGNATURE|sha512|not signed/i
const NO_LIST = /CHANNEL_FILE_NOT_FOUND|HTTP_ERROR_40[34]/
const NO_ANSWER = /net::|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|HTTP_ERROR_5|timed out/i

/**
 * Why an update did not work, for the person. By electron-updater's codes ('ERR_UPDATER_CHANNEL_FILE_NOT_FOUND') and
 * Chromium's ('net::ERR_…'); its own message is never shown: it holds a stack and all headers of the answer.
 */
function failureText(error: unknown): string {
	const { message = '', code = '' } = error as { message?: string; code?: string }
	const text = `${code} ${message}`
	if (DAMAGED.test(text))
		return 'The new version did not arrive as its makers sent it, so it was thrown away. Backseat tries again tomorrow.'
	if (NO_LIST.test(text)) return 'There is no list of versions at that address. Check it with whoever gave it to you.'
	if (NO_ANSWER.test(text)) return 'Nobody answers at that address. Backseat tries again tomorrow.'
	return 'The new version could not be fetched. Backseat tries again tomorrow.'
}
