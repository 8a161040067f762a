import { createInterface } from 'node:readline/promises'
import { EXIT, StartRefused } from '#server/platform/start-refused.ts'

/**
 * Asks before something that cannot be taken back: the person types `word`; anything else, also nothing, means no.
 * Where there is nobody to ask it takes `--yes`.
 */
export async function makeSure({ question, word, isSaid }: { question: string; word: string; isSaid: boolean }) {
	if (isSaid) return
	if (!process.stdin.isTTY)
		throw new StartRefused(`${question} There is no terminal to ask in: say --yes if you are sure.`, EXIT.badFlag)
	const terminal = createInterface({ input: process.stdin, output: process.stdout })
	const { promise: isGone, resolve: leave } = Promise.withResolvers<string>()
	terminal.once('close', () => leave(''))
	const answer = await Promise.race([terminal.question(`${question} Type ${word} to go on: `), isGone])
	terminal.close()
	if (answer.trim() !== word) throw new StartRefused('Nothing was changed.', EXIT.badFlag)
}
