import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import { NewPassword } from '#contract/names.ts'
import { EXIT } from '#contract/start-problems.ts'
import { printable } from '#server/log/printable-text.ts'
import { StartRefused } from '#server/start-refused.ts'
import type { Terminal } from './output.ts'

export type Question = {
	question: string
	expected: string
	isConfirmed: boolean
}

/** Confirms an irreversible act: any answer but the expected one means no. Without a terminal, `--yes` is required. */
export async function confirm(terminal: Terminal, { question, expected, isConfirmed }: Question) {
	if (isConfirmed) return
	if (!terminal.stdin.isTTY)
		throw new StartRefused(`${question} There is no terminal to ask in: add --yes if you are sure.`, EXIT.badFlag)
	const answer = await answerTo(terminal, printable(`${question} Type ${expected} to go on: `))
	if (answer !== expected) throw new StartRefused('Nothing was changed.', EXIT.refused)
}

async function answerTo({ stdin, stdout }: Terminal, question: string): Promise<string> {
	const lines = createInterface({ input: stdin, output: stdout })
	const { promise: isGone, resolve: leave } = Promise.withResolvers<string>()
	lines.once('close', () => leave(''))
	const answer = await Promise.race([lines.question(question), isGone])
	lines.close()
	return answer.trim()
}

const LINE_MAX = 4096

/**
 * Reads the password twice without echo in a terminal, otherwise as the first line of standard input. Never a flag,
 * because any local program can read those.
 */
export async function newPassword({ stdin, stdout }: Terminal): Promise<string> {
	if (!stdin.isTTY) return checked(await firstLine(stdin))
	const { default: askPassword } = await import('@inquirer/password')
	const streams = { input: stdin, output: stdout }
	const isPassword = (text: string) => v.safeParse(NewPassword, text).issues?.[0].message ?? true
	try {
		const password = await askPassword({ message: 'Password:', validate: isPassword }, streams)
		const isSame = (again: string) => again === password || 'That is not the same'
		await askPassword({ message: 'Once more:', validate: isSame }, streams)
		return checked(password)
	} catch (error) {
		// Thrown by Ctrl-C.
		if (error instanceof Error && error.name === 'ExitPromptError')
			throw new StartRefused('Nothing was changed.', EXIT.refused)
		throw error
	}
}

function checked(text: string): string {
	const password = v.safeParse(NewPassword, text)
	if (!password.success) throw new StartRefused(`${password.issues[0].message}.`, EXIT.badFlag)
	return password.output
}

async function firstLine(input: AsyncIterable<Uint8Array | string>): Promise<string> {
	const decoder = new TextDecoder()
	let text = ''
	for await (const bytes of input) {
		text += typeof bytes === 'string' ? bytes : decoder.decode(bytes, { stream: true })
		if (text.includes('\n') || text.length > LINE_MAX) break
	}
	return (text.split('\n')[0] ?? '').replace(/\r$/, '')
}
