import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyFolder } from '#server/testing/family-data.ts'
import { freshFolder, PROGRAM, runToEnd } from '#server/testing/server-process.ts'

setDefaultTimeout(30_000)

/** `backup create` into this folder, by a shell that first does something to its room. */
function backUpInto(folder: string, shell: string[], script: string) {
	return runToEnd({
		command: [...shell, 'sh', '-c', script, folder, ...PROGRAM],
		flags: ['backup', 'create', join(folder, 'new.db'), '--data-dir', familyFolder()],
	})
}

const canMount = Bun.spawnSync(['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs none /mnt'], { stderr: 'ignore' }).success
if (!canMount)
	console.warn('SKIPPED: a backup onto a full disk, because this system lets nobody mount one of their own')

test.skipIf(!canMount)(
	'where there is too little room no backup is begun, and it is said how much is missing',
	async () => {
		const listing = join(freshFolder(), 'listing')

		const { exitCode, stderr } = await backUpInto(
			freshFolder(),
			['unshare', '-rm'],
			`mount -t tmpfs -o size=20m none "$0" && head -c 10m /dev/zero > "$0/film" && "$@"; code=$?; ls -A "$0" > "${listing}"; exit $code`,
		)

		expect(stderr).toMatch(/^No room for a backup in \S+: it needs 1\d MB and 11 MB are free \(ENOSPC\)\. .+\n$/)
		expect(exitCode).toBe(74)
		expect(readFileSync(listing, 'utf8')).toBe('film\n')
	},
)

test.skipIf(process.platform === 'win32')(
	'a copy that breaks off in the middle leaves nothing, and old ones as they were',
	async () => {
		const folder = freshFolder()
		writeFileSync(join(folder, 'old.db'), 'the only one')

		// No file may become longer than 64 kB; the family's data are longer.
		const { exitCode, stderr } = await backUpInto(folder, [], `trap '' XFSZ; ulimit -f 128; "$@"`)

		expect(stderr).toMatch(/^Cannot make a backup in \S+: SQLITE_\w+ while \S+ was copied\. .+\n$/)
		expect(exitCode).toBe(73)
		expect(readdirSync(folder)).toEqual(['old.db'])
	},
)
