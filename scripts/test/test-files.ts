import { projectFolder } from '../run.ts'

// A test's path and name decide where it runs, so that a new test needs no registration.
// Imports no packages, because `bun run test` imports it.

/** The parts that Bun runs. Each test file belongs to exactly one. */
export const bunParts = {
	unit: ['{contract,db,src-server}/**/*.test.{ts,tsx}', 'scripts/*.test.ts', 'scripts/!(desktop)/**/*.test.ts'],
	component: ['{src-ui,look}/**/*.test.{ts,tsx}', 'src-electron/**/*.test.tsx'],
	desktop: ['src-electron/**/*.test.ts', 'scripts/desktop/**/*.test.ts'],
}

export type BunPart = keyof typeof bunParts

const isLong = (file: string) => /\.long\.test\.tsx?$/.test(file)

/** The bench has its own node_modules below scripts. */
const isOfPackage = (file: string) => file.includes('node_modules/')

/** Sorted, so that the order is equal on every machine. */
export async function testFiles(part: BunPart, { withLong }: { withLong: boolean }): Promise<string[]> {
	const files: string[] = []
	for (const pattern of bunParts[part])
		for await (const file of new Bun.Glob(pattern).scan({ cwd: projectFolder })) files.push(file.replaceAll('\\', '/'))
	return files.filter((file) => !isOfPackage(file) && (withLong || !isLong(file))).sort()
}
