import * as v from 'valibot'
import { Health } from '#contract/instance.ts'
import { PIECE_MAX, printable } from '#server/process/log/printable-text.ts'
import { webAnswer } from './web-answer.ts'

const TIMEOUT_MS = 3000

/**
 * Asks a Backseat for its health. Answers what is wrong, or null.
 * `isOwn`: the address is this machine's, and whatever certificate the server has there is its own.
 */
export async function healthProblem(address: URL, { isOwn }: { isOwn: boolean }): Promise<string | null> {
	try {
		const { status, body } = await webAnswer(address, { timeoutMs: TIMEOUT_MS, takesAnyCertificate: isOwn })
		if (status !== 200) return `it answers ${status}`
		return isHealthy(body) ? null : 'whoever answers there is not Backseat'
	} catch (error) {
		return inWords(error as NodeJS.ErrnoException)
	}
}

function inWords({ name, code, message }: NodeJS.ErrnoException): string {
	if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`
	if (code === 'ECONNREFUSED') return `nobody answers there (${code})`
	return printable(code ?? message, PIECE_MAX)
}

function isHealthy(body: string): boolean {
	try {
		return v.is(Health, JSON.parse(body))
	} catch {
		return false
	}
}
