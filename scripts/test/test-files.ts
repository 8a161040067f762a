import { projectFolder } from '../run.ts'

// Which tests run where is read from where they lie and what they are called, so that a new one needs no entry anywhere.
// Imports no package, for `bun run test` imports it.

/** The parts that Bun runs. Each test file belongs to exactly one. */
export const bunParts = {
	/** The database, the server and the scripts. */
	unit: ['{contract,db,src-server}/**/*.test.{ts,tsx}', 'scripts/*.test.ts', 'scripts/!(desktop)/**/*.test.ts'],
	/** Parts of the UI in a simulated browser. */
	component: ['{src-ui,look}/**/*.test.{ts,tsx}', 'src-electron/**/*.test.tsx'],
	/** The desktop shell over the built server, and its packages. */
	desktop: ['src-electron/**/*.test.ts', 'scripts/desktop/**/*.test.ts'],
}

export type BunPart = keyof typeof bunParts

/** X.long.test.ts takes so long that only `bun run test:all` runs it. */
const isLong = (file: string) => /\.long\.test\.tsx?$/.test(file)

/** The bench has packages of its own, below scripts. */
const isOfPackage = (file: string) => file.includes('node_modules/')

/** In the same order on every machine. */
export async function testFiles(part: BunPart, { withLong }: { withLong: boolean }): Promise<string[]> {
	const files: string[] = []
	for (const pattern of bunParts[part])
		for await (const file of new Bun.Glob(pattern).scan({ cwd: projectFolder })) files.push(file.replaceAll('\\', '/'))
	return files.filter((file) => !isOfPackage(file) && (withLong || !isLong(file))).sort()
}
