import type { Socket } from 'node:net'
import type { Log } from '#server/http/request-log.ts'
import { PURPOSES } from '#server/outbound/purposes.ts'
import { socketHere } from '#server/outbound/socket-here.ts'
import type { Config } from '#server/settings/config.ts'
import { greetingName, mailServerMistake, mailServerUrl } from '#server/settings/mail-server.ts'

export type Message = { to: string; subject: string; text: string; headers?: Record<string, string> }

const LINE_MAX = 74

/** A paragraph in lines as short as mail programs show them whole. */
export function wrapped(paragraph: string): string {
	const lines = ['']
	for (const word of paragraph.split(' ')) {
		const longer = `${lines.at(-1)} ${word}`.trimStart()
		if (longer.length <= LINE_MAX) lines[lines.length - 1] = longer
		else lines.push(word)
	}
	return lines.join('\n')
}

/** Sends mail through the operator's server. Never throws; only `deliver` waits for the result. */
export type Mailer = {
	/** Calls `write` at once and sends its message in the background; null sends nothing. */
	send(write: () => Message | null): void
	/** Resolves to the reason why the mail server refused the message, or null if it accepted it. */
	deliver(message: Message): Promise<string | null>
	close(): Promise<void>
}

/** Timeout for each step of the SMTP dialogue. */
const STEP_MS = 15_000
const CLOSE_MS = 2000

/** Null without a mail server in the settings; the mail library is then never loaded. */
export function createMailer(
	{ smtpUrl, smtpFrom, publicUrl }: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'publicUrl'>,
	log: Pick<Log, 'warn' | 'failure'>,
): Mailer | null {
	if (smtpUrl === null || smtpFrom === null) return null
	const settings = { smtpUrl, smtpFrom, publicUrl }
	const stopping = new AbortController()
	const sending = new Set<Promise<void>>()
	let transport: ReturnType<typeof connect> | undefined

	const hand = async (by: Awaited<ReturnType<typeof connect>>, message: Message): Promise<string | null> => {
		try {
			const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PURPOSES.mail.timeoutMs)])
			await by.sendMail({ ...message, to: { name: '', address: message.to }, signal })
			return null
		} catch (error) {
			return whyNot(error)
		}
	}

	const send = async (by: Awaited<ReturnType<typeof connect>>, message: Message) => {
		const problem = await hand(by, message)
		if (problem !== null) log.warn(`A mail could not be sent (${problem}). ${whatToDo(smtpUrl, problem)}`)
	}

	const writeAndSend = async (write: () => Message | null) => {
		try {
			// Connect even without a message, so that timing does not reveal whether the first message exists.
			transport ??= connect(settings)
			const message = write()
			const by = await transport
			if (message) await send(by, message)
		} catch (error) {
			log.failure('A mail could not be written', error)
		}
	}

	return {
		send(write) {
			const isDone = writeAndSend(write)
			sending.add(isDone)
			void isDone.then(() => sending.delete(isDone))
		},
		async deliver(message) {
			transport ??= connect(settings)
			return hand(await transport, message)
		},
		async close() {
			await Promise.race([Promise.all(sending), Bun.sleep(CLOSE_MS)])
			stopping.abort()
		},
	}
}

/** Loads the library on first use, because that takes 0.2 s. */
async function connect(settings: { smtpUrl: string; smtpFrom: string; publicUrl: URL | null }) {
	const { createTransport } = await import('nodemailer')
	const { smtpUrl, smtpFrom } = settings
	const { href, hostname, port, protocol } = mailServerUrl(smtpUrl)
	const portOrUsual = Number(port) || (protocol === 'smtps:' ? 465 : 587)
	return createTransport(
		{
			// Keep the URL as written unless the host name has a trailing dot.
			url: new URL(smtpUrl).hostname === hostname ? smtpUrl : href,
			name: greetingName(settings),
			...(hostname.toLowerCase() === 'localhost' && {
				getSocket: (_options: unknown, done: SocketGiven) =>
					void socketHere(portOrUsual).then((connection) => done(null, connection ? { connection } : false)),
			}),
			// Require TLS before sending a password, unless the URL opts out (`?requireTLS=false`).
			requireTLS: new URL(smtpUrl).username !== '',
			connectionTimeout: STEP_MS,
			greetingTimeout: STEP_MS,
			socketTimeout: STEP_MS,
			dnsTimeout: STEP_MS,
			maxResponseSize: PURPOSES.mail.bodyMaxBytes,
		},
		{
			from: { name: 'Backseat', address: smtpFrom },
			headers: { 'Auto-Submitted': 'auto-generated' },
			disableFileAccess: true,
			disableUrlAccess: true,
		},
	)
}

type SocketGiven = (error: null, socket: { connection: Socket } | false) => void

const WHAT_TO_DO: [RegExp, string][] = [
	[/STARTTLS/, 'It offers no encryption, without which the password is not sent. Try smtps:// in smtp-url.'],
	[
		/self.signed|certificate|unable to verify/i,
		'Its certificate is not trusted here: name the file of its issuer in the variable NODE_EXTRA_CA_CERTS.',
	],
	[/^EAUTH/, 'Check the user and the password in smtp-url.'],
]

function whatToDo(smtpUrl: string, problem: string): string {
	const mistake = mailServerMistake(smtpUrl)
	if (mistake) return `${mistake.says} ${mistake.todo}`
	return WHAT_TO_DO.find(([pattern]) => pattern.test(problem))?.[1] ?? 'Check smtp-url and smtp-from.'
}

/** Errors before any message is sent; their text contains no recipient. */
const OF_THE_CONNECTION = new Set(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS'])

/** Other errors are reduced to codes, because the mail server's replies often repeat the recipient. */
function whyNot(error: unknown): string {
	const { code, responseCode, message } = error as { code?: unknown; responseCode?: unknown; message?: unknown }
	if (typeof code !== 'string') return 'no code'
	if (OF_THE_CONNECTION.has(code)) return `${code}: ${message}`
	return responseCode === undefined ? code : `${code} ${responseCode}`
}
