import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { binary, type Instance } from './instance.ts'

/** What whoever runs the instance types beside the running server. Answers what the command prints. */
export async function operator({ dataDir }: Pick<Instance, 'dataDir'>, ...words: string[]): Promise<string> {
	const { stdout } = await promisify(execFile)(binary, [...words, '--data-dir', dataDir])
	return stdout
}

/** A link that the operator sends to somebody, as a path to open: 'invite/…' or 'reset/…'. */
export async function linkFromOperator(instance: Pick<Instance, 'dataDir'>, ...words: string[]): Promise<string> {
	return pathOf(await operator(instance, ...words))
}

/** What stands behind the instance's own address. */
export function pathOf(text: string): string {
	const path = text.match(/\/((?:invite|reset)\/[\w-]+)/)?.[1]
	if (!path) throw new Error(`No link in: ${text}`)
	return path
}
