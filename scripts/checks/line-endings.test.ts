import { expect, test } from 'bun:test'
import { projectFolder } from '../run.ts'

// Git for Windows offers core.autocrlf=true at its installation. line-endings.long.test.ts lints such a checkout.

/** As bytes, because some files are not text. */
function git(...words: string[]): Buffer {
	const { success, stdout, stderr } = Bun.spawnSync(['git', ...words], { cwd: projectFolder })
	if (!success) throw new Error(stderr.toString())
	return stdout
}

test('a checkout with core.autocrlf=true has the bytes of any other', () => {
	const [windows, others] = ['true', 'false'].map((value) =>
		Bun.SHA256.hash(git('-c', `core.autocrlf=${value}`, 'archive', 'HEAD'), 'hex'),
	)

	expect(windows).toBe(others ?? '')
})

test('.gitattributes names each kind of binary file, and no text has CRLF', () => {
	const files = git('ls-files', '--eol').toString().trim().split('\n')

	expect(files.length).toBeGreaterThan(1000)
	expect(files.filter((file) => /^i\/(crlf|mixed)/.test(file))).toEqual([])
	expect(files.filter((file) => file.startsWith('i/-text') !== file.includes(' attr/-text '))).toEqual([])
})
