import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import {
	BINARY,
	freshFolder,
	impatientClock,
	READY,
	removeFolders,
	serverThat,
	shortened,
	supervise,
} from './testing/supervised-server.ts'
import type { Trouble } from './trouble.ts'

// Covers every reason for which the server does not run, with the real server wherever it can be made to fail like
// that.

setDefaultTimeout(60_000)
afterAll(removeFolders)

/**
 * Starts the server and returns the message for the user. Checks that each message consists of whole sentences
 * without secrets.
 */
async function troubleOf({ supervisor, secret, pids }: ReturnType<typeof supervise>): Promise<Trouble> {
	await supervisor.start()
	const state = supervisor.state()
	if (state.kind !== 'trouble') throw new Error(`There is no trouble: ${JSON.stringify(state)}`)
	const { title, explanation, log } = state.trouble
	expect(title).toMatch(/^[A-Z][^.]+$/)
	expect(explanation).toMatch(/^[A-Z].+\.$/)
	expect(explanation).not.toMatch(/undefined|null|\bstderr\b|exit code|--|'backseat help'/)
	expect(JSON.stringify(state)).not.toContain(secret)
	expect(log.length).toBeWithin(1, 51)
	expect(pids()).toEqual([])
	return state.trouble
}

/** Shell command that reports a start problem as the server does. */
function refusal(code: string) {
	return `echo '${JSON.stringify({ ready: false, code, message: 'What it says to people.' })}'`
}

/** Data of a server that was stopped cleanly. */
async function usedData() {
	await using used = supervise()
	await used.supervisor.start()
	await used.supervisor.stop()
	const file = join(used.dataDir, 'backseat.db')
	const hash = () => existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex')
	return { dataDir: used.dataDir, file, hash }
}

/** Once the cause is removed, 'Try again' starts the server. */
async function expectToRunAgain({ supervisor }: ReturnType<typeof supervise>) {
	await supervisor.tryAgain()
	expect(supervisor.state().kind).toBe('running')
}

/** Number of server starts in the log. */
const startsIn = (log: string[]) => log.filter((line) => line.includes('server ended')).length

type Spoilt = {
	/** Damages the data. Returns a function that repairs it, or null if only another version can. */
	spoil(dataDir: string, file: string): (() => void) | null
	title: string
	says(dataDir: string): string[]
	logs?: string
}

/** With damaged data the real server starts once, reports the problem, changes nothing, and runs after the repair. */
const spoilt = (what: string, { spoil, title, says, logs = '' }: Spoilt) =>
	test.concurrent(what, async () => {
		const { dataDir, file, hash } = await usedData()
		const mend = spoil(dataDir, file)
		const before = hash()
		await using server = supervise({ dataDir, clock: impatientClock })

		const trouble = await troubleOf(server)

		expect(trouble.title).toBe(title)
		for (const words of says(dataDir)) expect(trouble.explanation).toContain(words)
		expect(trouble.log.join()).toContain(logs)
		expect(startsIn(trouble.log)).toBe(1)
		expect(hash()).toBe(before)
		if (!mend) return
		mend()
		await expectToRunAgain(server)
	})

spoilt('damaged data are left as they are, and the person is told how to put a copy back', {
	spoil: (dataDir, file) => {
		const copy = join(dataDir, 'backups', 'backseat-2026-11-21T09-30-00Z-daily.db')
		mkdirSync(dirname(copy), { recursive: true })
		copyFileSync(file, copy)
		writeFileSync(file, 'holiday pictures '.repeat(1000))
		return () => {
			renameSync(file, join(freshFolder(), 'backseat.db'))
			copyFileSync(copy, file)
		}
	},
	title: 'The logbook is damaged',
	says: (dataDir) => [dataDir, 'backups'],
	logs: 'damaged or not a database',
})

spoilt('data that were there before and are not now are not replaced by an empty database', {
	spoil: (_dataDir, file) => {
		const elsewhere = join(freshFolder(), 'backseat.db')
		renameSync(file, elsewhere)
		return () => renameSync(elsewhere, file)
	},
	title: 'The logbook is gone',
	says: (dataDir) => [`backseat.db in ${dataDir}, was there before`],
})

spoilt('data of a newer version ask for the newest Backseat', {
	spoil: (_dataDir, file) => {
		writeWith(file, 'PRAGMA user_version = 999').close()
		return null
	},
	title: 'This logbook is from a newer model',
	says: () => ['Install the newest Backseat'],
})

spoilt('a database of another program is not touched', {
	spoil: (dataDir, file) => {
		rmSync(dataDir, { recursive: true })
		mkdirSync(dataDir)
		writeWith(file, 'CREATE TABLE recipes (name TEXT)').close()
		return () => renameSync(file, join(freshFolder(), 'backseat.db'))
	},
	title: 'This is somebody else’s logbook',
	says: (dataDir) => [`backseat.db in ${dataDir} belongs to another program`],
})

spoilt('a file in the place of the data folder is named', {
	spoil: (dataDir) => {
		rmSync(dataDir, { recursive: true })
		writeFileSync(dataDir, 'text')
		return () => rmSync(dataDir)
	},
	title: 'No room for the logbook',
	says: (dataDir) => [`the folder ${dataDir}, but there is a file`],
})

test.concurrent('data that another program uses ask to close that program', async () => {
	const { dataDir, file } = await usedData()
	const holder = writeWith(file, 'PRAGMA locking_mode = EXCLUSIVE', 'BEGIN EXCLUSIVE')
	await using server = supervise({ dataDir })

	const { explanation } = await troubleOf(server)
	holder.close()

	expect(explanation).toContain('Another program is using your ratings')
	await expectToRunAgain(server)
})

spoilt('a disk that fails is not tried again and again; the person is told to save the data first [B12]', {
	spoil: (dataDir) => {
		const lock = join(dataDir, 'lock.db')
		// The file opens, but each read fails, as on a failing disk.
		rmSync(lock)
		symlinkSync('/proc/self/mem', lock)
		return () => rmSync(lock)
	},
	title: 'The road is giving way',
	says: (dataDir) => [`Copy the folder ${dataDir} to another disk now`],
})

spoilt('a wrong entry in backseat.toml is named', {
	spoil: (dataDir) => {
		writeFileSync(join(dataDir, 'backseat.toml'), 'prot = 1\n')
		return () => writeFileSync(join(dataDir, 'backseat.toml'), '')
	},
	title: 'One setting is out of gear',
	says: (dataDir) => [`Unknown setting "prot" in ${join(dataDir, 'backseat.toml')}.`],
})

function writeWith(file: string, ...statements: string[]) {
	const sqlite = new Database(file)
	for (const statement of statements) sqlite.run(statement)
	return sqlite
}

// Root can write anywhere, so as root the server runs as nobody if possible.
const asNobody = process.getuid?.() === 0 ? 'setpriv --reuid=65534 --regid=65534 --clear-groups --' : ''
const canRun = asNobody === '' || Bun.spawnSync(['sh', '-c', `${asNobody} ${BINARY} version`]).success

test.concurrent.skipIf(!canRun)('a data folder that may not be written in is named', async () => {
	const dataDir = freshFolder()
	chmodSync(dataDir, 0o555)

	await using server = supervise({ dataDir, binary: serverThat(`exec ${asNobody} ${BINARY} "$@"`) })

	const { title, explanation } = await troubleOf(server)

	expect(title).toBe('The logbook is locked')
	expect(explanation).toContain(`may not write in ${dataDir}`)
})

/** Runs a program in place of the server. Returns the message for the user and the number of starts. */
async function troubleWith(binary: string, lastPort?: number) {
	await using server = supervise({ binary, lastPort, clock: impatientClock })
	const trouble = await troubleOf(server)
	return { ...trouble, starts: startsIn(trouble.log) }
}

test.concurrent('a computer without a free port says what may be in the way', async () => {
	const { explanation, starts } = await troubleWith(serverThat('exit 69'), 7433)

	expect(explanation).toContain('firewall')
	// Two starts with the remembered port and one with any port.
	expect(starts).toBe(3)
})

const plainFile = () => {
	const path = join(freshFolder(), 'backseat')
	writeFileSync(path, 'text', { mode: 0o600 })
	return path
}
for (const [which, binary, says] of [
	['that is missing', () => join(freshFolder(), 'backseat'), 'Install Backseat again'],
	['that may not be run', plainFile, 'antivirus or security program, or install it again'],
	['for another kind of computer', () => serverThat('exit 126'), 'Download Backseat for this computer'],
	['of another version', () => serverThat('exit 64'), 'Install Backseat again'],
] as const)
	test.concurrent(`a server program ${which} is to be installed again, and the ratings are safe`, async () => {
		const { explanation, starts } = await troubleWith(binary())

		expect(explanation).toContain(says)
		expect(explanation).toContain('Your ratings are safe')
		expect(starts).toBe(1)
	})

for (const [what, does] of [
	['that stops each time', 'echo "a bug" >&2; exit 70'],
	['that ends without a word', 'exit 0'],
	['that ends with a code that this version does not know', 'exit 71'],
	['with a reason that this version does not know', `${refusal('moon')}; exit 70`],
] as const)
	test.concurrent(`a server ${what} is started four times, and then the person is told`, async () => {
		const { explanation, starts } = await troubleWith(serverThat(does))

		expect(explanation).toContain('started several times and stopped')
		expect(starts).toBe(4)
	})

for (const [problem, exitCode, title, advice] of [
	['disk_fails', 74, 'The road is giving way', 'Copy the folder'],
	['disk_full', 74, 'No room in the back', 'Free some space'],
	['disk_full', 70, 'No room in the back', 'Free some space'],
	['migration_failed', 70, 'The logbook does not fit this model yet', 'Install the version you had before'],
	['data_in_use', 75, 'Somebody else has the wheel', 'Close it'],
] as const)
	test.concurrent(`a server that ends by ${problem} and ${exitCode} is started once, as only a person can help [B12]`, async () => {
		const trouble = await troubleWith(serverThat(`${refusal(problem)}; exit ${exitCode}`))

		expect(trouble).toMatchObject({ title, explanation: expect.stringContaining(advice), starts: 1 })
	})

test.concurrent('what a server of another version says to people decides nothing', async () => {
	const sentence = 'The disk fails: /data/backseat.db cannot be used (SQLITE_IOERR_READ). Check the disk.'
	const { title, explanation, log, starts } = await troubleWith(serverThat(`echo '${sentence}' >&2; exit 65`))

	expect(title).toBe('The engine does not start')
	expect(explanation).toContain('The lines below say why')
	expect(log).toContain(sentence)
	expect(starts).toBe(1)
})

test.concurrent('a reason that this version does not know leads to no wrong advice', async () => {
	const { title } = await troubleWith(serverThat(`${refusal('data_on_the_moon')}; exit 65`))

	expect(title).toBe('The engine does not start')
})

test.concurrent('a server that gets nowhere says so', async () => {
	const clock = shortened([500, 2000, 8000, 30_000])
	await using server = supervise({ clock, binary: serverThat('exec cat >/dev/null') })
	const { explanation } = await troubleOf(server)

	expect(explanation).toContain('half a minute')
})

// Creating a small disk requires permission to mount.
const canMount =
	process.getuid?.() === 0 &&
	Bun.spawnSync(['sh', '-c', 'd=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d && rmdir $d']).success

/** Mounts a disk of this size on the folder while `tried` runs. */
async function onDiskOf(size: string, folder: string, tried: () => Promise<void>) {
	mkdirSync(folder, { recursive: true })
	Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
	try {
		await tried()
	} finally {
		Bun.spawnSync(['umount', folder])
	}
}

test.concurrent.skipIf(!canMount)('a disk without room for the data asks for room', async () => {
	const dataDir = freshFolder()
	await using server = supervise({ dataDir, clock: impatientClock })

	await onDiskOf('40k', dataDir, async () => {
		const { explanation } = await troubleOf(server)
		expect(explanation).toContain('Free some space')
	})

	await expectToRunAgain(server)
})

test.concurrent('a person who quits in trouble quits', async () => {
	await using server = supervise({ binary: serverThat('exit 65') })
	await troubleOf(server)

	await server.supervisor.stop()

	expect(server.supervisor.state()).toEqual({ kind: 'stopped' })
})

test.concurrent('the switch is a new try, too', async () => {
	const mark = join(freshFolder(), 'mark')
	await using server = supervise({ binary: serverThat(`test -e ${mark} || exit 75\n${READY}\nexec cat >/dev/null`) })
	await troubleOf(server)
	writeFileSync(mark, '')

	await server.supervisor.restart()

	expect(server.supervisor.state().kind).toBe('running')
})
