import type { PushMessage } from '#contract/news.ts'
import type { Post } from '#server/operations/push/push-client.ts'
import type { Config } from '#server/settings/config.ts'
import { pushBrowser } from '#server/testing/push-browser.ts'
import { type TestMember, testApp } from '#server/testing/test-app.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** A Wednesday in winter, in UTC. */
export const NOON = Date.UTC(2026, 0, 14, 12)
/** The default slot on that day. */
export const SLOT = NOON + 6.5 * HOUR

const EVENINGS = { rhythm: 'evenings', minute: 18 * 60 + 30, timeZone: 'UTC', mail: false }

/** A message that arrived at a push service, decrypted with the keys of the receiving browser. */
export type Rung = { phone: string; message: PushMessage; at: number }

/**
 * An app whose clock stands at noon until a test sets it, with a fake push service. `answers` maps a phone's name to
 * the service's response; the default is 201.
 */
export function newsApp(settings: Partial<Config> = {}) {
	const phones = new Map<string, ReturnType<typeof pushBrowser>>()
	const rung: Rung[] = []
	const requests: { url: URL; headers: Record<string, string> }[] = []
	const answers = new Map<string, number | { status: number; retryAfter: string } | 'dead'>()
	let now = NOON

	const post: Post = async (url, { headers, body }) => {
		const phone = url.pathname.slice('/fcm/send/'.length)
		const answer = answers.get(phone) ?? 201
		requests.push({ url, headers })
		if (answer === 'dead') throw new Error(`connection refused by ${url}`)
		const { status, retryAfter = null } = typeof answer === 'number' ? { status: answer } : answer
		const text = phones.get(phone)?.read(body) ?? 'null'
		if (status < 300) rung.push({ phone, message: JSON.parse(text), at: now })
		return { status, retryAfter }
	}
	const app = testApp({ pushContact: 'mailto:host@home.example', ...settings }, { post, now: () => new Date(now) })

	const endpointOf = (phone: string) => `https://fcm.googleapis.com/fcm/send/${phone}`
	/** The subscription as the phone's browser sends it. */
	const subscriptionOf = (phone: string) => {
		const made = phones.get(phone) ?? pushBrowser()
		phones.set(phone, made)
		return { endpoint: endpointOf(phone), keys: made.json }
	}
	const letRing = (member: Pick<TestMember, 'id' | 'post'>, phone: string) =>
		member.post(`/api/users/${member.id}/push`, subscriptionOf(phone))
	const choose = (member: Pick<TestMember, 'id' | 'put'>, choice = {}) =>
		member.put(`/api/users/${member.id}/news`, { ...EVENINGS, ...choice })

	/** Advances the clock to a moment and completes all work that is due by then. */
	const goTo = async (moment: number) => {
		now = moment
		app.wait(5 * 60)
		await app.newsSettled()
	}
	return {
		app,
		rung,
		requests,
		answers,
		endpointOf,
		subscriptionOf,
		letRing,
		choose,
		goTo,
		/** Sets the wall clock alone, without running timers. */
		setClock: (moment: number) => {
			now = moment
		},
	}
}

/** A driver who gets push messages in the evening, and two raters. */
export async function newsFamily(settings: Partial<Config> = {}) {
	const made = newsApp(settings)
	const { app } = made
	const driver = await app.member('driver')
	const [mum, dad] = [await app.member('mum'), await app.member('dad')]
	await made.letRing(driver, 'phone')
	await made.choose(driver)
	return { ...made, driver, mum, dad }
}
