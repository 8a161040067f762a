import { link, mkdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { runQuietly } from '../run.ts'

// Runs jobs of release.yml on this machine: their commands in a checkout, with artifacts in a folder.

type Step = {
	name?: string
	uses?: string
	run?: string
	with?: Record<string, string>
	env?: Record<string, string>
	'working-directory'?: string
}
type Job = { steps: Step[]; env?: Record<string, string>; strategy?: { matrix: { include: Record<string, string>[] } } }
export type Workflow = { env: Record<string, string>; jobs: Record<string, Job> }

export async function releaseWorkflow(folder: string): Promise<Workflow> {
	const text = await Bun.file(join(folder, '.github/workflows/release.yml')).text()
	return Bun.YAML.parse(text) as Workflow
}

/** Actions that this machine has nothing to do for. */
const NOTHING_TO_DO = ['actions/checkout', 'oven-sh/setup-bun', 'actions/attest-build-provenance']

export type Machine = {
	workflow: Workflow
	/** The checkout that the job runs in. */
	folder: string
	artifacts: string
	/** The values of GitHub's expressions, such as github.ref_name. */
	values: Record<string, string>
	/** Environment variables that GitHub sets. */
	env: Record<string, string>
	/** Returns another action or command to run instead; undefined runs this one. */
	instead(command: string): Promise<unknown> | string | undefined
}

export async function runJob(name: string, machine: Machine): Promise<void> {
	const { workflow, values } = machine
	const job = workflow.jobs[name]
	if (!job) throw new Error(`release.yml has no job ${name}.`)
	const { steps, env } = fill({ steps: job.steps, env: { ...workflow.env, ...job.env } }, values)
	for (const step of steps) {
		try {
			await runStep(step, { ...env, ...step.env, ...machine.env }, machine)
		} catch (error) {
			const which = step.name ?? step.run?.split('\n')[0] ?? step.uses
			throw new Error(`Job ${name}, '${which}': ${error instanceof Error ? error.message : error}`)
		}
	}
}

async function runStep(step: Step, env: Record<string, string>, { folder, artifacts, instead }: Machine) {
	const { uses, run, with: inputs = {} } = step
	const [action = ''] = uses?.split('@') ?? []
	if (action === 'actions/upload-artifact') return await upload(inputs, folder, artifacts)
	if (action === 'actions/download-artifact') return await download(inputs, folder, artifacts)
	if (NOTHING_TO_DO.includes(action)) return
	if (run === undefined || run.includes('${{')) throw new Error(`${uses ?? run} cannot be rehearsed`)
	const other = instead(run.trim())
	if (other instanceof Promise) return await other
	const cwd = join(folder, step['working-directory'] ?? '.')
	const { code, output } = await runQuietly(['bash', '-eo', 'pipefail', '-c', other ?? run], { cwd, env })
	if (code !== 0) throw new Error(output.trim())
}

/** Fills in the expressions that are only a value, and leaves the others. */
function fill<Part>(part: Part, values: Record<string, string>): Part {
	const text = JSON.stringify(part).replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => {
		if (name.startsWith('secrets.')) return ''
		const value = values[name]
		if (value === undefined) throw new Error(`release.yml reads ${name}, which the rehearsal does not know.`)
		return value
	})
	return JSON.parse(text)
}

/** As actions/upload-artifact: paths are kept from the folder that all patterns have in common. */
async function upload({ name = '', path = '' }: Record<string, string>, folder: string, artifacts: string) {
	const patterns = path
		.trim()
		.split('\n')
		.filter((line) => line !== '')
	const files = patterns.map((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: folder, onlyFiles: true })])
	for (const [index, found] of files.entries())
		if (found.length === 0) throw new Error(`nothing matches ${patterns[index]}`)
	const root = commonFolder(patterns.map((pattern) => dirname(pattern.replace(/\*.*$/, '*'))))
	for (const file of new Set(files.flat())) {
		await place(join(folder, file), join(artifacts, name, relative(root, file)))
	}
}

function commonFolder([first = '.', ...others]: string[]): string {
	const parts = first.split('/')
	const isShared = (length: number) =>
		others.every((other) => `${other}/`.startsWith(`${parts.slice(0, length).join('/')}/`))
	while (parts.length > 0 && !isShared(parts.length)) parts.pop()
	return parts.join('/') || '.'
}

/** As actions/download-artifact, which keeps no artifact's name when it merges them. */
async function download(inputs: Record<string, string>, folder: string, artifacts: string) {
	const { name, pattern, path = '.' } = inputs
	const isWanted = name === undefined ? new Bun.Glob(pattern ?? '') : new Bun.Glob(name)
	const found = [...new Bun.Glob('*/**').scanSync({ cwd: artifacts, onlyFiles: true })].filter((file) =>
		isWanted.match(file.split('/')[0] ?? ''),
	)
	if (found.length === 0) throw new Error(`there is no artifact ${name ?? pattern}`)
	for (const file of found) {
		const kept = name !== undefined || inputs['merge-multiple'] ? file.split('/').slice(1).join('/') : file
		await place(join(artifacts, file), join(folder, path, kept))
	}
}

/** A link instead of a copy, because a release has more than a gigabyte. */
async function place(from: string, to: string) {
	await mkdir(dirname(to), { recursive: true })
	await link(from, to)
}
