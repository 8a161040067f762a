import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { createUpdates, readFeed, type Updater } from './updates.ts'

test.each(['', '   ', '\n'])('blank (%j) means no feed', (text) => {
	expect(readFeed(text)).toEqual({ feed: null })
})

test.each([
	['https://updates.example', 'https://updates.example/'],
	[' https://updates.example/backseat?channel=a#top ', 'https://updates.example/backseat?channel=a'],
	['http://localhost:8080/new', 'http://localhost:8080/new'],
	['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
	['http://[::1]:8080', 'http://[::1]:8080/'],
])('%j is the feed %s', (text, feed) => {
	expect(readFeed(text)).toEqual({ feed })
})

test.each([
	'updates.example',
	'http://updates.example',
	'http://localhost.example',
	'http://127.0.0.1.example',
	'ftp://a.example',
	'file:///tmp/new',
	'javascript:alert(1)',
	'https://',
	'nonsense',
	`https://a.example/${'a'.repeat(2000)}`,
])('%j is refused, and the message says what a feed looks like', (text) => {
	expect(readFeed(text)).toEqual({
		message: 'Give the whole address, starting with https://, or leave it blank for no updates.',
	})
})

test('a password is not kept', () => {
	for (const text of ['https://me:secret@updates.example', 'https://me@updates.example', 'http://me:secret@localhost'])
		expect(readFeed(text)).toEqual({
			message: 'Leave the name and password out of the address; they would be kept in the open.',
		})
})

const OFF = 'No feed set: this car gets no new parts by itself.'
const FEED = 'https://updates.example/backseat'

/** A fake electron-updater and the user's setting. */
function aGarage(feed: string | null) {
	const events = new EventEmitter()
	const seen = { made: 0, feeds: [] as string[], checks: 0, statuses: [] as string[], timers: 0 }
	const setting = { feed }
	let answer: Updater['checkForUpdates'] = async () => ({})
	let tick = () => {}
	const updater: Updater = {
		autoDownload: false,
		autoInstallOnAppQuit: false,
		allowDowngrade: true,
		logger: console,
		setFeedURL: (url) => seen.feeds.push(url),
		checkForUpdates: () => {
			seen.checks += 1
			return answer()
		},
		on: (event: string, listener: (...given: never[]) => void) => events.on(event, listener as () => void),
	}
	const updates = createUpdates({
		updater: () => {
			seen.made += 1
			return updater
		},
		feed: () => setting.feed,
		onStatus: (text) => seen.statuses.push(text),
		every: (ms, run) => {
			expect(ms).toBe(24 * 60 * 60 * 1000)
			tick = run
			seen.timers += 1
			return () => {
				seen.timers -= 1
			}
		},
	})
	return {
		updates,
		updater,
		seen,
		setting,
		tick: () => tick(),
		emit: (event: string, ...given: unknown[]) => events.emit(event, ...given),
		answerWith: (next: Updater['checkForUpdates']) => {
			answer = next
		},
		status: () => seen.statuses.at(-1),
		/** Waits for all responses so far. */
		settled: async () => {
			for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
		},
	}
}

test('without a feed nothing is asked, and nothing is even made that could ask', async () => {
	const { updates, seen } = aGarage(null)
	updates.start()
	await updates.checkNow()
	updates.feedChanged()
	expect(seen).toEqual({ made: 0, feeds: [], checks: 0, statuses: [OFF], timers: 0 })
})

test('with a feed it is asked at the start and once a day, and never for an older version', async () => {
	const { updates, updater, seen, tick, settled } = aGarage(FEED)
	updates.start()
	await settled()
	expect(seen).toMatchObject({ made: 1, feeds: [FEED], checks: 1, timers: 1 })
	expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: false, logger: null })
	tick()
	await settled()
	expect(seen).toMatchObject({ made: 1, feeds: [FEED], checks: 2, timers: 1 })
	updates.stop()
	expect(seen.timers).toBe(0)
})

test('the page says how far it is', async () => {
	const { updates, seen, emit, answerWith, settled } = aGarage(FEED)
	answerWith(async () => {
		emit('checking-for-update')
		emit('update-available', { version: '0.2.0' })
		emit('download-progress', { percent: 41.9 })
		emit('download-progress', { percent: 41.95 })
		emit('update-downloaded', { version: '0.2.0' })
		return { downloadPromise: Promise.resolve([]) }
	})
	updates.start()
	await settled()
	expect(seen.statuses).toEqual([
		'Asking for new parts…',
		'Version 0.2.0 is on its way.',
		'Version 0.2.0 is on its way: 41 % of it is here.',
		'Version 0.2.0 is in the boot. It goes in when you quit Backseat.',
	])
	emit('update-not-available', { version: '0.2.0' })
	expect(seen.statuses.at(-1)).toBe('No new parts: this is the newest version there is.')
})

test('a copy that cannot update itself says so', async () => {
	const { updates, status, answerWith } = aGarage(FEED)
	answerWith(async () => null)
	await updates.checkNow()
	expect(status()).toBe('This copy cannot swap its own parts. Get the new version where you got this one.')
})

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code })
const NOBODY = 'Nobody answers at that address. Backseat tries again tomorrow.'
const NO_LIST = 'There is no list of versions at that address. Check it with whoever gave it to you.'
const DAMAGED =
	'The new version did not arrive as its makers sent it, so it was thrown away. Backseat tries again tomorrow.'
const FAILED = 'The new version could not be fetched. Backseat tries again tomorrow.'

test.each<[string, Error]>([
	[NOBODY, new Error('net::ERR_INTERNET_DISCONNECTED')],
	[NOBODY, withCode('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443')],
	[NOBODY, withCode('HTTP_ERROR_503', '503 \n"method: GET url: https://updates.example/latest.yml')],
	[NO_LIST, withCode('ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', 'Cannot find channel "latest.yml": HttpError: 404')],
	[NO_LIST, withCode('HTTP_ERROR_403', '403 Forbidden')],
	[DAMAGED, withCode('ERR_CHECKSUM_MISMATCH', 'sha512 checksum mismatch, expected a, got b')],
	[DAMAGED, withCode('ERR_UPDATER_INVALID_SIGNATURE', 'New version 2 is not signed by the application owner')],
	[FAILED, new Error('ENOSPC: no space left on device')],
	[FAILED, new Error('')],
])('a check that fails is reported once and in words: %s', async (words, error) => {
	const { updates, seen, emit, answerWith } = aGarage(FEED)
	answerWith(() => {
		emit('error', error, error.stack)
		return Promise.reject(error)
	})
	await updates.checkNow()
	expect(seen.statuses).toEqual([words])
})

test('a download that breaks off is reported and harms nothing else', async () => {
	const { updates, status, emit, answerWith } = aGarage(FEED)
	answerWith(async () => {
		const error = new Error('net::ERR_CONNECTION_RESET')
		emit('error', error, '')
		return { downloadPromise: Promise.reject(error) }
	})
	await updates.checkNow()
	expect(status()).toBe(NOBODY)
	await Bun.sleep(0)
})

test('an updater that cannot be made is reported too', async () => {
	const statuses: string[] = []
	const updates = createUpdates({
		updater: () => {
			throw new Error('App version is not a valid semver version')
		},
		feed: () => FEED,
		onStatus: (text) => statuses.push(text),
		every: () => () => {},
	})
	await updates.checkNow()
	expect(statuses).toEqual([FAILED])
})

test('a feed that is switched off is off: no more requests, no late status, nothing is installed on quitting', async () => {
	const { updates, updater, seen, setting, emit, settled } = aGarage(FEED)
	updates.start()
	await settled()
	setting.feed = null
	updates.feedChanged()
	emit('update-downloaded', { version: '0.2.0' })
	expect(seen).toMatchObject({ checks: 1, timers: 0, statuses: [OFF] })
	expect(updater.autoInstallOnAppQuit).toBe(false)
})

test('a new feed is asked at once, after the old one has answered', async () => {
	const { updates, seen, setting, answerWith, settled } = aGarage(FEED)
	const slow = Promise.withResolvers<Awaited<ReturnType<Updater['checkForUpdates']>>>()
	answerWith(() => slow.promise)
	updates.start()
	await settled()
	setting.feed = 'https://other.example/'
	updates.feedChanged()
	await settled()
	expect(seen).toMatchObject({ feeds: [FEED], checks: 1, timers: 1 })
	slow.resolve({})
	await settled()
	expect(seen).toMatchObject({ feeds: [FEED, 'https://other.example/'], checks: 2, timers: 1 })
})
