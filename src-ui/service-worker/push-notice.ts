import type { WorkerScope } from './kept-builds.ts'

/** What a push message says: how many of what, and nothing of whom or when. All else is this file's. */
type Message = { kind: keyof Words; count: number }

/** The version of the messages that this file can read; the server writes it into each. */
const VERSION = 1

type Category = Intl.LDMLPluralRule

/** By the category of the count, as the language has them; `other` is the one that all have. */
type Sentence = Partial<Record<Category, string>> & { other: string }

type Words = Record<'ratings' | 'claimed' | 'report' | 'reports' | 'test' | 'unknown', Sentence>

/** By language; in the one of the browser where it is here, as the page that was opened last may be in another. */
const WORDS: { en: Words } & Partial<Record<string, Words>> = {
	en: {
		ratings: { one: 'A new verdict is on your receipt.', other: '{n} new verdicts are on your receipt.' },
		claimed: {
			one: 'A driver of yours has collected their ratings.',
			other: '{n} drivers of yours have collected their ratings.',
		},
		report: { one: 'Your report was decided.', other: '{n} of your reports were decided.' },
		reports: { one: 'A report waits for you.', other: '{n} reports wait for you.' },
		test: { other: 'Test. Buckle up.' },
		// From a newer server than the worker that is still kept here.
		unknown: { other: 'There is post for you.' },
	},
}

/** Where a tap leads to, below the base path. */
const PLACES: Record<keyof Words, string> = {
	ratings: 'profile/me',
	claimed: 'home',
	report: 'profile/me',
	reports: 'host/reports',
	test: 'settings',
	unknown: 'home',
}

/** Anything may arrive: a newer server writes what this worker does not know yet. */
function messageIn(text: string | undefined): Message {
	try {
		const { v, kind, count } = JSON.parse(text ?? '') as Record<string, unknown>
		const isKnown = v === VERSION && typeof kind === 'string' && Object.hasOwn(WORDS.en, kind)
		const isCount = typeof count === 'number' && Number.isInteger(count) && count > 0
		if (isKnown) return { kind: kind as keyof Words, count: isCount ? count : 1 }
	} catch {}
	return { kind: 'unknown', count: 1 }
}

function wordsFor({ kind, count }: Message, languages: readonly string[]): string {
	const [language = 'en'] = languages
		.map((tag) => tag.split('-', 1)[0] ?? '')
		.filter((tag) => Object.hasOwn(WORDS, tag))
	const sentence = (WORDS[language] ?? WORDS.en)[kind]
	const words = sentence[new Intl.PluralRules(language).select(count)] ?? sentence.other
	return words.replace('{n}', count.toLocaleString(language))
}

type Given = Pick<WorkerScope, 'registration' | 'clients'> & {
	browser: Pick<Navigator, 'languages'> & Partial<Pick<Navigator, 'setAppBadge'>>
	/** Whether a page of this instance is at an address: one that lives at the root may have others below it. */
	isOurs: (address: string) => boolean
}

/** Notifications of what the server sends while nobody looks. */
export function pushNotices({ registration, clients, browser, isOurs }: Given) {
	const { scope } = registration
	return {
		/** Always shows one: browsers take the permission back from a page that stays silent. */
		async show(text: string | undefined) {
			const message = messageIn(text)
			const { kind, count } = message
			await registration.showNotification('Backseat', {
				body: wordsFor(message, browser.languages),
				// A newer one takes the place of the one before.
				tag: kind,
				icon: `${scope}app-icons/icon-192.png`,
				badge: `${scope}app-icons/badge-96.png`,
				data: scope + PLACES[kind],
			})
			// Forbidden in some browsers that have it; the notification says it all.
			if (kind === 'ratings') await browser.setAppBadge?.(count).catch(() => undefined)
		},

		/** After a tap: in the window that is open, or else in one of its own. */
		async open(notification: Pick<Notification, 'data' | 'close'>) {
			notification.close()
			const address: string = notification.data
			const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
			const ours = windows.filter(({ url }) => isOurs(url))
			const window = ours.find(({ focused }) => focused) ?? ours[0]
			if (!window) return void (await clients.openWindow(address))
			try {
				await window.focus()
				await window.navigate(address)
			} catch {
				// A window that this worker does not look after cannot be led elsewhere.
				await clients.openWindow(address)
			}
		},
	}
}
