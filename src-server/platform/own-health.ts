import { get as getOverHttp, type IncomingMessage } from 'node:http'
import { get as getOverHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { Health } from '#contract/instance.ts'

const PATIENCE_MS = 3000

/**
 * Asks a Backseat whether it lives. Answers what is wrong, or null.
 * `isOwn` tells that the address is this machine's: whatever certificate the server has there is its own.
 */
export async function whatAils(address: URL, { isOwn }: { isOwn: boolean }): Promise<string | null> {
	try {
		const { status, body } = await ask(address, isOwn, AbortSignal.timeout(PATIENCE_MS))
		if (status !== 200) return `it answers ${status}`
		return isHealthy(body) ? null : 'whoever answers there is not Backseat'
	} catch (error) {
		return inWords(error as NodeJS.ErrnoException)
	}
}

function inWords({ name, code, message }: NodeJS.ErrnoException): string {
	if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} seconds`
	if (code === 'ECONNREFUSED') return `nobody answers there (${code})`
	return code ?? message
}

/** Not `fetch`: that of Bun goes through HTTP_PROXY even to this machine, and containers often have one. */
async function ask(address: URL, isOwn: boolean, signal: AbortSignal): Promise<{ status?: number; body: string }> {
	const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
	const get = address.protocol === 'https:' ? getOverHttps : getOverHttp
	get(address, { signal, rejectUnauthorized: !isOwn }, resolve).on('error', reject)
	const answer = await promise
	return { status: answer.statusCode, body: await text(answer) }
}

function isHealthy(body: string): boolean {
	try {
		return v.is(Health, JSON.parse(body))
	} catch {
		return false
	}
}
