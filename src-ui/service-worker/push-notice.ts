import { ENGLISH, LANGUAGES, languageOf } from '#contract/languages.ts'
import type { PushMessage } from '#contract/news.ts'
import { type Catalogue, inLanguage, t, tn } from '#contract/text.ts'
import type { WorkerScope } from './kept-builds.ts'

type Kind = PushMessage['kind'] | 'unknown'
type Message = { kind: Kind; count: number; name?: string; language?: string }

const VERSION: PushMessage['v'] = 1

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
		const { v, kind, count, name, language } = JSON.parse(text ?? '') as Record<string, unknown>
		if (v === VERSION && typeof kind === 'string' && Object.hasOwn(PLACES, kind))
			return {
				kind: kind as Kind,
				count: typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 1,
				...(typeof name === 'string' && { name }),
				...(typeof language === 'string' && { language }),
			}
	} catch {}
	return { kind: 'unknown', count: 1 }
}

function wordsOf({ kind, count, name }: Message): string {
	switch (kind) {
		case 'ratings':
			return tn('A new verdict is on your receipt.', '# new verdicts are on your receipt.', count)
		case 'claimed':
			return name && count === 1
				? t('{name} has collected their ratings.', { name })
				: tn(
						'A driver of yours has collected their ratings.',
						'# drivers of yours have collected their ratings.',
						count,
					)
		case 'report-decided':
			return tn('Your report was decided.', '# of your reports were decided.', count)
		case 'report-waits':
			return tn('A report waits for you.', '# reports wait for you.', count)
		case 'several':
			return tn('There is news for you.', '# pieces of news are waiting for you.', count)
		case 'test':
			return t('Test. Buckle up.')
		case 'unknown':
			return t('There is news for you.', { context: 'of an unknown kind' })
	}
}

type Given = Pick<WorkerScope, 'registration' | 'clients'> & {
	browser: Pick<Navigator, 'languages'> & Partial<Pick<Navigator, 'setAppBadge'>>
	/** True if the URL is a page of this instance; a root instance may have other instances below it. */
	isOurs: (address: string) => boolean
	/** The texts of this file by language. */
	catalogues?: Readonly<Record<string, Catalogue>>
}

export function pushNotices({ registration, clients, browser, isOurs, catalogues = {} }: Given) {
	const { scope } = registration
	const known = LANGUAGES.filter(({ tag }) => tag === ENGLISH.tag || tag in catalogues)
	/** The member's language, or the browser's. */
	const catalogueFor = ({ language }: Message) => {
		const wishes = { setting: language, acceptLanguage: browser.languages.join(), instance: ENGLISH }
		return catalogues[languageOf(wishes, known).tag] ?? null
	}
	return {
		/** Always shows a notification: browsers revoke push permission after silent messages. */
		async show(text: string | undefined) {
			const message = messageIn(text)
			const { kind, count } = message
			await registration.showNotification('Backseat', {
				body: inLanguage(catalogueFor(message), () => wordsOf(message)),
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
