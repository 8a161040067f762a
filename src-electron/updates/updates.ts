import { t } from '#contract/text.ts'
import { type Every, repeat } from '#desktop/clock.ts'

const LONGEST = 2000
const THIS_COMPUTER = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Parses the typed address of the update feed; blank switches updates off. Downloads from it are installed, so it must be
 * safe from tampering: https, or this computer itself.
 */
export function readFeed(text: string): { feed: string | null } | { message: string } {
	const typed = text.trim()
	if (typed === '') return { feed: null }
	const url = typed.length <= LONGEST ? URL.parse(typed) : null
	const isTrusted = url?.protocol === 'https:' || (url?.protocol === 'http:' && THIS_COMPUTER.has(url.hostname))
	if (!url || !isTrusted)
		return { message: t('Give the whole address, starting with https://, or leave it blank for no updates.') }
	if (url.username || url.password)
		return { message: t('Leave the name and password out of the address; they would be kept in the open.') }
	url.hash = ''
	return { feed: url.href }
}

export type Updater = {
	autoDownload: boolean
	autoInstallOnAppQuit: boolean
	allowDowngrade: boolean
	logger: object | null
	setFeedURL(url: string): void
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
	off: () => t('No feed set: this car gets no new parts by itself.'),
	asking: () => t('Asking for new parts…'),
	none: () => t('No new parts: this is the newest version there is.'),
	coming: (version: string) => t('Version {version} is on its way.', { version }),
	progress: (version: string, percent: number) =>
		t('Version {version} is on its way: {percent} % of it is here.', { version, percent }),
	ready: (version: string) => t('Version {version} is in the boot. It goes in when you quit Backseat.', { version }),
	unable: () => t('This copy cannot swap its own parts. Get the new version where you got this one.'),
}

/**
 * Checks the feed for new versions at the start and once a day; downloads them and installs them on quitting.
 * `updater` is not created before there is a feed. `onStatus` receives user-facing text.
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

	/** A feed that was switched off meanwhile reports nothing. */
	const report = (text: string) => {
		if (feed() !== null) say(text)
	}

	const preparedUpdater = (): Updater => {
		if (updater) return updater
		const made = makeUpdater()
		made.autoDownload = true
		made.allowDowngrade = false
		// electron-updater would log whole stacks and every requested address.
		made.logger = null
		let version = ''
		made.on('checking-for-update', () => report(texts.asking()))
		made.on('update-not-available', () => report(texts.none()))
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
		if (updater) updater.autoInstallOnAppQuit = false
		say(texts.off())
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
			if (!found) report(texts.unable())
			found?.downloadPromise?.catch(() => {})
		} catch (error) {
			report(failureText(error))
		}
	}

	/** Runs one check at a time: the updater answers overlapping checks with the result of the first. */
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
 * User-facing reason for a failed update, by the codes of electron-updater ('ERR_UPDATER_CHANNEL_FILE_NOT_FOUND') and
 * Chromium ('net::ERR_…'). The error's own message holds a stack and all response headers and is never shown.
 */
function failureText(error: unknown): string {
	const { message = '', code = '' } = error as { message?: string; code?: string }
	const text = `${code} ${message}`
	if (DAMAGED.test(text))
		return t(
			'The new version did not arrive as its makers sent it, so it was thrown away. Backseat tries again tomorrow.',
		)
	if (NO_LIST.test(text))
		return t('There is no list of versions at that address. Check it with whoever gave it to you.')
	if (NO_ANSWER.test(text)) return t('Nobody answers at that address. Backseat tries again tomorrow.')
	return t('The new version could not be fetched. Backseat tries again tomorrow.')
}
