import askPassword from '@inquirer/password'
import * as v from 'valibot'
import { NewPassword } from '#contract/names.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'

/** Longer than any password, shorter than trouble. */
const LINE_MAX = 4096

/**
 * A new password: typed twice and unseen in a terminal, otherwise the first line of standard input. Never a flag, which
 * every program on the machine could read.
 */
export async function typedPassword(): Promise<string> {
	if (!process.stdin.isTTY) return checked(await firstLine(process.stdin))
	const isPassword = (text: string) => v.safeParse(NewPassword, text).issues?.[0].message ?? true
	try {
		const password = await askPassword({ message: 'Password:', validate: isPassword })
		await askPassword({ message: 'Once more:', validate: (again) => again === password || 'That is not the same' })
		return checked(password)
	} catch (error) {
		// Ctrl-C at the question.
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
