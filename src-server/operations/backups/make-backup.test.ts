import { Database as Sqlite } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
	chownSync,
	copyFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { syncFolder } from '#server/process/data/durable-file.ts'
import {
	familyFolder,
	fingerprint,
	killedFolder,
	RATINGS_OF_THE_FAMILY,
	rateAgain,
	ratingsIn,
} from '#server/testing/family-data.ts'
import { freshFolder, PROGRAM, runToEnd } from '#server/testing/server-process.ts'
import { finishFile, makeBackup, roomForBackups } from './make-backup.ts'
import { addToSchema, breakRule, overwritePage } from './testing/damage.ts'

function family(dataDir = familyFolder()) {
	const folder = join(dataDir, 'backups')
	return { dataDir, folder, source: join(dataDir, 'backseat.db'), target: join(folder, 'one.db') }
}

function change(path: string, ...statements: string[]) {
	const sqlite = new Sqlite(path)
	for (const statement of statements) sqlite.run(statement)
	sqlite.close()
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a backup has everything in it, and says what [B8]', () => {
	const { source, target } = family()

	const made = makeBackup({ source, target })

	expect(made).toEqual({
		accounts: 5,
		ghosts: 2,
		ratings: RATINGS_OF_THE_FAMILY,
		newestRatingAt: new Date('2026-01-05T23:00:00Z'),
		schemaVersion: migrations.length,
		bytes: statSync(target).size,
	})
	expect(ratingsIn(target)).toBe(RATINGS_OF_THE_FAMILY)
})

test('a backup goes into a folder of any name', () => {
	const { source, folder } = family()
	const odd = join(folder, '..', process.platform === 'win32' ? 'Öl #1 50%20' : 'file: Öl #1 50%20?mode=ro&x')
	mkdirSync(odd)

	makeBackup({ source, target: join(odd, 'one.db') })

	expect(ratingsIn(join(odd, 'one.db'))).toBe(RATINGS_OF_THE_FAMILY)
	expect(readdirSync(odd)).toEqual(['one.db'])
})

test('a backup has the key that addresses of pictures are signed with, so those in old chats outlive a restore [B8]', () => {
	const { source, target } = family()
	const keyIn = (path: string) => {
		const sqlite = new Sqlite(path, { readonly: true })
		const keys = sqlite.query('SELECT id, hex(key) AS key FROM signing_key').all()
		sqlite.close()
		return keys
	}

	makeBackup({ source, target })

	expect(keyIn(target)).toEqual([{ id: 1, key: expect.stringMatching(/^[0-9A-F]{64}$/) }])
	expect(keyIn(target)).toEqual(keyIn(source))
})

test('what a power cut could take is written in order: the bytes, the name, and the folder’s list of names', () => {
	const { source, target, folder } = family()
	const steps: unknown[] = []

	makeBackup(
		{ source, target },
		{
			finishFile: (path, like) => {
				finishFile(path, like)
				steps.push(['file on disk', path])
			},
			renameSync: (from, to) => {
				renameSync(from, to)
				steps.push(['renamed', from, to])
			},
			syncFolder: (path) => {
				syncFolder(path)
				steps.push(['folder on disk', path, readdirSync(path)])
			},
		},
	)

	expect(steps).toEqual([
		['file on disk', `${target}.partial`],
		['renamed', `${target}.partial`, target],
		['folder on disk', folder, ['one.db']],
	])
})

test.skipIf(process.platform === 'win32')(
	'nobody else on the machine may read a backup, whatever the umask [B8]',
	() => {
		const { source, target, folder } = family()
		const umask = process.umask(0)
		try {
			makeBackup({ source, target })
		} finally {
			process.umask(umask)
		}

		expect([modeOf(target), modeOf(folder)]).toEqual([0o600, 0o700])
	},
)

test.skipIf(process.getuid?.() !== 0)('what root makes for the server’s user belongs to that user', () => {
	const { dataDir, source, target, folder } = family()
	for (const path of [dataDir, source]) chownSync(path, 1234, 1235)

	makeBackup({ source, target })

	expect([folder, target].map((path) => [statSync(path).uid, statSync(path).gid])).toEqual([
		[1234, 1235],
		[1234, 1235],
	])
})

test('ratings that are in the write-ahead log only are in the backup, and the log stays as it is', () => {
	const { source, target } = family(killedFolder(3))
	const before = [fingerprint(source), fingerprint(`${source}-wal`)]

	makeBackup({ source, target })

	expect(ratingsIn(target)).toBe(RATINGS_OF_THE_FAMILY + 3)
	expect([fingerprint(source), fingerprint(`${source}-wal`)]).toEqual(before)
})

test('a backup beside a server or Litestream copies nothing from the log into the data file', () => {
	const { source, target } = family()
	const db = openDatabase(source, { checkpoint: 'external' })
	rateAgain(db)
	const before = [fingerprint(source), fingerprint(`${source}-wal`)]

	makeBackup({ source, target })

	expect([fingerprint(source), fingerprint(`${source}-wal`)]).toEqual(before)
	db.close()
})

test('a file that is there already is not written over [B8]', () => {
	const { source, target, folder } = family()
	mkdirSync(folder)
	writeFileSync(target, 'the only copy of something else')

	expect(() => makeBackup({ source, target })).toThrow(`${target} is there already and was left as it is.`)
	expect(statSync(target).size).toBe(31)
	expect(readdirSync(folder)).toEqual(['one.db'])
})

test('nor is one that has come while the backup was made [B8]', () => {
	const { source, target, folder } = family()

	const made = () => makeBackup({ source, target, isCopied: () => writeFileSync(target, 'the only copy of another') })

	expect(made).toThrow(`${target} is there already and was left as it is.`)
	expect(readFileSync(target, 'utf8')).toBe('the only copy of another')
	expect(readdirSync(folder)).toEqual(['one.db'])
})

test('two at once do not write into the same file; what a killed one left is in nobody’s way an hour later', () => {
	const { source, target, folder } = family()
	mkdirSync(folder)
	writeFileSync(`${target}.partial`, '')

	expect(() => makeBackup({ source, target })).toThrow('one.db.partial is being made by another Backseat.')
	expect(readdirSync(folder)).toEqual(['one.db.partial'])

	const longAgo = new Date(Date.now() - 2 * 3_600_000)
	utimesSync(`${target}.partial`, longAgo, longAgo)
	makeBackup({ source, target })
	expect(readdirSync(folder)).toEqual(['one.db'])
})

test.each<[what: string, harm: (path: string) => void, says: string | RegExp]>([
	['damaged data', overwritePage, /^\S+backseat\.db is damaged/],
	[
		'rows that point to nowhere, which would take the place of good ones,',
		(path) => change(path, 'PRAGMA foreign_keys = OFF', 'UPDATE ratings SET rater_id = 999 WHERE id = 1'),
		/^The copy of \S+ is damaged \(a row of ratings points to a row of users that is not there\)\. No backup was made\.$/,
	],
	['a rating of nine stars', breakRule, /is damaged \(CHECK constraint failed in ratings\)/],
	[
		'a view that a restore would refuse',
		(path) => addToSchema(path, 'CREATE VIEW grafana AS SELECT count(*) AS rides FROM ratings'),
		/^The copy of \S+ has view "grafana" that Backseat did not make\. No backup was made\.$/,
	],
	['an empty file', (path) => truncateSync(path, 0), ''],
])('%s: no backup is made, it is said why, and nothing of it stays [B8]', (_what, harm, says) => {
	const { source, target, folder } = family()
	harm(source)
	const before = fingerprint(source)

	expect(() => makeBackup({ source, target })).toThrow(says)
	expect(readdirSync(folder)).toEqual([])
	expect(fingerprint(source)).toBe(before)
})

test('a folder whose disk is not mounted is not made', () => {
	const { dataDir, source } = family()

	expect(() => makeBackup({ source, target: join(dataDir, 'mnt', 'usb', 'one.db') })).toThrow(
		`Cannot make a backup in ${join(dataDir, 'mnt', 'usb')}: the folder around it is not there.`,
	)
	expect(readdirSync(dataDir)).not.toContain('mnt')
})

test('a file where the folder should be is named', () => {
	const { source, target, folder } = family()
	copyFileSync(source, folder)

	expect(() => makeBackup({ source, target })).toThrow(`Cannot make a backup in ${folder}: EEXIST.`)
})

setDefaultTimeout(30_000)

/** Runs `backup create` into this folder, in a shell that first limits the space. */
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
	'a copy that breaks off in the middle leaves nothing, and old ones as they were [B8]',
	async () => {
		const folder = freshFolder()
		writeFileSync(join(folder, 'old.db'), 'the only one')

		// Limits files to 64 kB, which is less than the family's data.
		const { exitCode, stderr } = await backUpInto(folder, [], `trap '' XFSZ; ulimit -f 128; "$@"`)

		expect(stderr).toMatch(/^Cannot make a backup in \S+: SQLITE_\w+ while \S+ was copied\. .+\n$/)
		expect(exitCode).toBe(73)
		expect(readdirSync(folder)).toEqual(['old.db'])
	},
)

test('the room that a backup needs, which hosts read, is the same before and after a rating is written [T40]', () => {
	const source = join(freshFolder(), 'backseat.db')
	writeFileSync(source, 'x'.repeat(100_000))
	const needed = roomForBackups(source, 2)
	for (const bytes of [1, 20_000, 4_200_000]) {
		writeFileSync(`${source}-wal`, Buffer.alloc(bytes))
		expect(roomForBackups(source, 2)).toBe(needed)
	}
})
