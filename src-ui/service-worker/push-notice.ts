import type { PushMessage } from '#contract/news.ts'
import type { WorkerScope } from './kept-builds.ts'

type Kind = PushMessage['kind'] | 'unknown'
type Message = { kind: Kind; count: number; name?: string }

const VERSION: PushMessage['v'] = 1

type Category = Intl.LDMLPluralRule

/** By plural category of the language; `other` is the fallback and always present. */
type Sentence = Partial<Record<Category, string>> & { other: string }

type Words = Record<Kind, Sentence> & { claimedByName: Sentence }

/** By language; the browser's if it is present, otherwise English. */
const WORDS: { en: Words } & Partial<Record<string, Words>> = {
	en: {
		ratings: { one: 'A new verdict is on your receipt.', other: '{n} new verdicts are on your receipt.' },
		claimed: {
			one: 'A driver of yours has collected their ratings.',
			other: '{n} drivers of yours have collected their ratings.',
		},
		claimedByName: { other: '{name} has collected their ratings.' },
		'report-decided': { one: 'Your report was decided.', other: '{n} of your reports were decided.' },
		'report-waits': { one: 'A report waits for you.', other: '{n} reports wait for you.' },
		several: { one: 'There is news for you.', other: '{n} pieces of news are waiting for you.' },
		test: { other: 'Test. Buckle up.' },
		unknown: { other: 'There is news for you.' },
	},
}

/** Target path of a tap, below the base path. */
const PLACES: Record<Kind, string> = {
	ratings: 'profile/me',
	claimed: 'home',
	'report-decided': 'profile/me',
	'report-waits': 'host/reports',
	several: 'home',
	test: 'settings',
	unknown: 'home',
}

/** Unknown payloads are expected: a newer server may send kinds that this worker does not know. */
function messageIn(text: string | undefined): Message {
	try {
		const { v, kind, count, name } = JSON.parse(text ?? '') as Record<string, unknown>
		if (v === VERSION && typeof kind === 'string' && Object.hasOwn(PLACES, kind))
			return {
				kind: kind as Kind,
				count: typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 1,
				...(typeof name === 'string' && { name }),
			}
	} catch {}
	return { kind: 'unknown', count: 1 }
}

function wordsFor({ kind, count, name = '' }: Message, languages: readonly string[]): string {
	const known = languages.map((tag) => tag.replace(/-.*/, '')).filter((tag) => Object.hasOwn(WORDS, tag))
	const [language = 'en'] = known
	const sentences = WORDS[language] ?? WORDS.en
	const sentence = sentences[kind === 'claimed' && name && count === 1 ? 'claimedByName' : kind]
	const words = sentence[new Intl.PluralRules(language).select(count)] ?? sentence.other
	// Replacement functions, because names may contain `$` patterns.
	return words.replace('{n}', () => count.toLocaleString(language)).replace('{name}', () => name)
}

type Given = Pick<WorkerScope, 'registration' | 'clients'> & {
	browser: Pick<Navigator, 'languages'> & Partial<Pick<Navigator, 'setAppBadge'>>
	/** True if the URL is a page of this instance; a root instance may have other instances below it. */
	isOurs: (address: string) => boolean
}

export function pushNotices({ registration, clients, browser, isOurs }: Given) {
	const { scope } = registration
	return {
		/** Always shows a notification: browsers revoke push permission after silent messages. */
		async show(text: string | undefined) {
			const message = messageIn(text)
			const { kind, count } = message
			await registration.showNotification('Backseat', {
				body: wordsFor(message, browser.languages),
				tag: kind,
				icon: `${scope}app-icons/icon-192.png`,
				badge: `${scope}app-icons/badge-96.png`,
				data: scope + PLACES[kind],
			})
			// Some browsers have the method but reject it; the notification suffices.
			if (kind === 'ratings') await browser.setAppBadge?.(count).catch(() => undefined)
		},

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
				// A worker can only navigate windows that it controls.
				await clients.openWindow(address)
			}
		},
	}
}
