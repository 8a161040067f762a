import { createInterface } from 'node:readline/promises'
import { printable } from '#server/process/log/printable-text.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'

/**
 * Asks before something that cannot be taken back: the person types `word`; anything else, also nothing, means no.
 * Where there is nobody to ask it takes `--yes`.
 */
export async function makeSure({ question, word, isSaid }: { question: string; word: string; isSaid: boolean }) {
	if (isSaid) return
	if (!process.stdin.isTTY)
		throw new StartRefused(`${question} There is no terminal to ask in: say --yes if you are sure.`, EXIT.badFlag)
	const answer = await answerTo(printable(`${question} Type ${word} to go on: `))
	if (answer !== word) throw new StartRefused('Nothing was changed.', EXIT.refused)
}

/** What somebody types in the terminal; '' when they leave instead. */
async function answerTo(question: string): Promise<string> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout })
	const { promise: isGone, resolve: leave } = Promise.withResolvers<string>()
	terminal.once('close', () => leave(''))
	const answer = await Promise.race([terminal.question(question), isGone])
	terminal.close()
	return answer.trim()
}
