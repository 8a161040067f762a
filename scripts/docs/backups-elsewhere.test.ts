import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '#server/testing/server-process.ts'
import { projectFolder, runQuietly } from '../run.ts'

// The scripts of deploy/backups, with programs in the place of age, rclone, restic and curl that note how they are called.

const folder = join(projectFolder, 'deploy', 'backups')
const scripts = readdirSync(folder)

function machine({ failing = '' } = {}) {
	const root = freshFolder()
	const bin = join(root, 'bin')
	const backup = join(root, "a family's backups", 'backseat-2026-11-21T09-30-00Z-daily.db')
	for (const path of [bin, join(root, 'tmp'), join(root, "a family's backups")]) mkdirSync(path)
	writeFileSync(backup, 'the data')
	for (const name of ['age', 'rclone', 'restic', 'curl']) {
		const output = '[ "$4" != --output ] || cp "$6" "$5"'
		const script = `#!/bin/sh\necho ${name} "$@" >> ${root}/calls\n${output}\n[ ${name} != "${failing}" ]\n`
		writeFileSync(join(bin, name), script, { mode: 0o755 })
	}
	const env = { PATH: `${bin}:/usr/bin:/bin`, TMPDIR: join(root, 'tmp') }
	return {
		run: (name: string) => Bun.spawn([join(folder, name), backup], { env, stdout: 'ignore', stderr: 'ignore' }).exited,
		calls: () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []),
		leftovers: () => readdirSync(join(root, 'tmp')),
	}
}

const PROGRAMS: Record<string, string[]> = {
	'age-and-rclone.sh': ['age', 'rclone', 'rclone'],
	'age-and-s3.sh': ['age', 'curl'],
	'restic.sh': ['restic', 'restic'],
}

test('the scripts on the page of backups are those that are tried here', async () => {
	const page = await Bun.file(join(projectFolder, 'docs', 'backups.md')).text()

	expect(scripts.toSorted()).toEqual(Object.keys(PROGRAMS))
	for (const name of scripts) expect(page).toContain(`(../deploy/backups/${name})`)
})

test.each(Object.entries(PROGRAMS))(
	'%s carries a backup, whatever its folder is called, and leaves nothing behind',
	async (name, programs) => {
		const { run, calls, leftovers } = machine()

		expect(await run(name)).toBe(0)

		expect(calls().map((call) => call.split(' ')[0] ?? '')).toEqual(programs)
		expect(leftovers()).toEqual([])
	},
)

test.each(Object.entries(PROGRAMS))(
	'%s fails as soon as a program of its does, and leaves nothing behind',
	async (name, programs) => {
		for (const failing of new Set(programs)) {
			const { run, calls, leftovers } = machine({ failing })

			expect(await run(name)).not.toBe(0)

			expect(calls()).toHaveLength(programs.indexOf(failing) + 1)
			expect(leftovers()).toEqual([])
		}
	},
)

test.skipIf(!Bun.which('shellcheck'))('shellcheck finds nothing in them (skipped where there is none)', async () => {
	const paths = scripts.map((name) => join(folder, name))
	expect(await runQuietly(['shellcheck', ...paths])).toEqual({ code: 0, output: '' })
})
