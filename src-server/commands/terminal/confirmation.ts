import { createInterface } from 'node:readline/promises'
import { EXIT } from '#contract/start-problems.ts'
import { printable } from '#server/process/log/printable-text.ts'
import { StartRefused } from '#server/process/start-refused.ts'
import type { Terminal } from './terminal.ts'

export type Question = {
	question: string
	/** What the person types to go on. */
	expected: string
	/** `--yes` was given. */
	isConfirmed: boolean
}

/**
 * Asks before something that cannot be undone. Any other answer than the expected one, also none, means no. Without a
 * terminal to ask in, `--yes` is needed.
 */
export async function confirm(terminal: Terminal, { question, expected, isConfirmed }: Question) {
	if (isConfirmed) return
	if (!terminal.stdin.isTTY)
		throw new StartRefused(`${question} There is no terminal to ask in: add --yes if you are sure.`, EXIT.badFlag)
	const answer = await answerTo(terminal, printable(`${question} Type ${expected} to go on: `))
	if (answer !== expected) throw new StartRefused('Nothing was changed.', EXIT.refused)
}

/** What somebody types in the terminal; '' when they leave instead. */
async function answerTo({ stdin, stdout }: Terminal, question: string): Promise<string> {
	const lines = createInterface({ input: stdin, output: stdout })
	const { promise: isGone, resolve: leave } = Promise.withResolvers<string>()
	lines.once('close', () => leave(''))
	const answer = await Promise.race([lines.question(question), isGone])
	lines.close()
	return answer.trim()
}
