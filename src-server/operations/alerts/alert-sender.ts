import { sharedAddress } from '#server/http/addresses/own-addresses.ts'
import type { Log } from '#server/http/request-log.ts'
import { PIECE_MAX, printable } from '#server/log/printable-text.ts'
import { createMailer } from '#server/operations/mail/mailer.ts'
import { outbound } from '#server/outbound/outbound.ts'
import { noAnswerWithin, PURPOSES } from '#server/outbound/purposes.ts'
import { type AlertAddress, alertAddressesIn, alertSecretsIn } from '#server/settings/alert-addresses.ts'
import type { Config } from '#server/settings/config.ts'

export type Alert = { kind: string; title: string; text: string; urgency: 'good' | 'normal' | 'high' }

/** `problem` is null if the address accepted the alert; otherwise it says why not, in user-facing words without tokens. */
export type Delivery = { to: string; problem: string | null }

export const RING_TEST: Alert = {
	kind: 'test',
	title: 'Ring test',
	text: 'Alerts of this Backseat arrive here.',
	urgency: 'good',
}

export type AlertSender = {
	/** Display forms of the addresses, without duplicates. */
	to: readonly string[]
	/** Sends to every address at once. Never rejects. */
	send(alert: Alert): Promise<Delivery[]>
	stop(): Promise<void>
}

type Sent = Alert & {
	/** The page that a tap opens; null if other devices could not open it. */
	link: string | null
}

export function alertSender(
	config: Pick<
		Config,
		'alertUrl' | 'alertSecret' | 'smtpUrl' | 'smtpFrom' | 'publicUrl' | 'host' | 'port' | 'basePath' | 'tlsCert'
	>,
	log: Pick<Log, 'warn' | 'failure'>,
	{ now = () => new Date(), timeoutMs = PURPOSES.alert.timeoutMs as number } = {},
): AlertSender {
	const addresses = config.alertUrl === null ? [] : alertAddressesIn(config.alertUrl)
	const secrets = config.alertSecret === null ? [] : alertSecretsIn(config.alertSecret)
	const mailer = createMailer(config, log)
	const stopping = new AbortController()

	async function deliver(address: AlertAddress, alert: Sent, id: string): Promise<Delivery> {
		const problem =
			address.service === 'mail'
				? ((await mailer?.deliver({ to: address.to, ...mailOf(alert) })) ?? null)
				: await post(requestFor(address, alert, { id, at: now(), secrets }))
		return { to: address.shown, problem }
	}

	async function post({ url, headers, body }: PostedAlert): Promise<string | null> {
		try {
			const { status } = await outbound('alert', new URL(url), {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', ...headers },
				body,
				signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
			})
			if (status >= 200 && status < 300) return null
			return status >= 300 && status < 400 ? `it sends others on (${status})` : `it answers ${status}`
		} catch (error) {
			return whyNot(error as NodeJS.ErrnoException, timeoutMs)
		}
	}

	return {
		to: [...new Set(addresses.map(({ shown }) => shown))],

		send(alert) {
			const address = sharedAddress(config)
			const sent = { ...alert, ...inNameOf(config, alert), link: address && `${address}/host` }
			const id = `msg_${crypto.randomUUID()}`
			return Promise.all(addresses.map((address) => deliver(address, sent, id)))
		},

		async stop() {
			stopping.abort()
			await mailer?.close()
		},
	}
}

function inNameOf({ publicUrl, basePath }: Pick<Config, 'publicUrl' | 'basePath'>, { title, text }: Alert) {
	return { title: `Backseat: ${title}`, text: publicUrl ? `${publicUrl.host}${basePath}: ${text}` : text }
}

const mailOf = ({ title, text, link }: Sent) => ({
	subject: title,
	text: [text, ...(link ? [link] : [])].join('\n\n'),
})

type PostedAlert = { url: string; headers: Record<string, string>; body: string }
type Signing = { id: string; at: Date; secrets: readonly Buffer[] }
type WebAddress = Exclude<AlertAddress, { service: 'mail' }>

/** Priorities on ntfy's scale of 1 to 5 and Gotify's of 0 to 10. */
const PRIORITIES = { ntfy: { good: 2, normal: 3, high: 5 }, gotify: { good: 2, normal: 5, high: 8 } }
const NTFY_TAGS = { good: 'bell', normal: 'warning', high: 'rotating_light' }

function requestFor(address: WebAddress, alert: Sent, signing: Signing): PostedAlert {
	const { kind, title, text: message, urgency, link } = alert
	if (address.service === 'ntfy') {
		const { url, topic, authorization } = address
		const priority = PRIORITIES.ntfy[urgency]
		const about = { topic, title, message, priority, tags: [NTFY_TAGS[urgency]], ...(link && { click: link }) }
		return {
			url,
			headers: authorization === null ? {} : { Authorization: authorization },
			body: JSON.stringify(about),
		}
	}
	if (address.service === 'gotify') {
		const extras = link === null ? {} : { extras: { 'client::notification': { click: { url: link } } } }
		const about = { title, message, priority: PRIORITIES.gotify[urgency], ...extras }
		return { url: address.url, headers: { 'X-Gotify-Key': address.token }, body: JSON.stringify(about) }
	}
	const data = { title, message, urgency, link }
	const body = JSON.stringify({ type: `alert.${kind}`, timestamp: signing.at.toISOString(), data })
	return { url: address.url, headers: signedHeaders(body, signing), body }
}

/** Follows standardwebhooks.com: one signature per secret, so that a receiver can rotate its own at any time. */
export function signedHeaders(body: string, { id, at, secrets }: Signing): Record<string, string> {
	const timestamp = Math.floor(at.getTime() / 1000)
	const sign = (secret: Buffer) =>
		new Bun.CryptoHasher('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
	return {
		'webhook-id': id,
		'webhook-timestamp': String(timestamp),
		'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
	}
}

/** Uses the error code alone, because the text of such an error may contain the whole address with its token. */
function whyNot({ name, code }: NodeJS.ErrnoException, timeoutMs: number): string {
	if (name === 'TimeoutError') return noAnswerWithin(timeoutMs)
	if (name === 'AbortError') return 'the server stops'
	if (code === 'ECONNREFUSED') return `nobody answers there (${code})`
	return code === 'ENOTFOUND' ? `there is no such name (${code})` : printable(code ?? name, PIECE_MAX)
}
