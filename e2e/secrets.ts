import { type APIResponse, type BrowserContext, expect, type Request } from '@playwright/test'
import type { Instance } from './instance.ts'

/** Everything that opened a door in this worker so far: passwords, cookies, tokens of links. None may be in a log. */
const secrets = new Set<string>()
const reading = new Set<Promise<unknown>>()

const SECRET_KEYS = new Set(['password', 'currentPassword', 'newPassword', 'token', 'invite', 'ghostClaimToken'])
const TOKEN_IN_ADDRESS = /\/(?:claim|invites?|reset|password-resets)\/([^/?#]+)/

/** A short one, or a plain word such as 'password', may stand in a log for another reason. */
const isTelling = (text: string) => text.length >= 8 && !/^[a-z]+$/.test(text)

export function noteSecret(text: string) {
	if (isTelling(text)) secrets.add(text)
}

export const knownSecrets = (): ReadonlySet<string> => secrets

/** Notes every secret that a browser sends or is sent. */
export function noteSecretsOf(context: BrowserContext) {
	context.on('request', (request) => noteSent(request.url(), bodyOf(request)))
	// Not 'response': the rest of an answer that the page no longer waits for never comes.
	context.on('requestfinished', (request) => {
		const read = readAnswer(request).catch(() => {
			// The page has gone on, and its answer with it.
		})
		reading.add(read)
		void read.finally(() => reading.delete(read))
	})
}

/** The same for what a test asks past the screens. */
export async function noteSecretsIn(answer: APIResponse, body: unknown) {
	noteSent(answer.url(), body)
	noteCookies(answer.headersArray())
	noteValues(parsed(await answer.text()))
}

/** Settles when all answers so far have been read. */
export const secretsRead = () => Promise.all(reading)

/** Ends an instance, and looks for all of them in all that it has logged. */
export async function endInstance(instance: Instance) {
	await instance.end()
	const log = instance.stderr()
	expect(
		[...secrets].filter((secret) => log.includes(secret)),
		'nothing that opens a door is in the log',
	).toEqual([])
}

function noteSent(address: string, body: unknown) {
	const [, token] = TOKEN_IN_ADDRESS.exec(new URL(address).pathname) ?? []
	if (token) noteSecret(decodeURIComponent(token))
	noteValues(body)
}

async function readAnswer(request: Request) {
	const response = await request.response()
	if (!response) return
	noteCookies(await response.headersArray())
	const isJson = response.headers()['content-type']?.startsWith('application/json')
	if (isJson) noteValues(parsed(await response.text()))
}

function noteCookies(headers: { name: string; value: string }[]) {
	for (const { name, value } of headers)
		if (name.toLowerCase() === 'set-cookie')
			for (const line of value.split('\n')) noteSecret(/^[^=]+=([^;]*)/.exec(line)?.[1] ?? '')
}

function noteValues(value: unknown) {
	if (typeof value !== 'object' || value === null) return
	for (const [key, inner] of Object.entries(value)) {
		if (typeof inner === 'string' && SECRET_KEYS.has(key)) noteSecret(inner)
		else noteValues(inner)
	}
}

const bodyOf = (request: Request) => parsed(request.postData() ?? '')

function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
