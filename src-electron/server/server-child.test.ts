import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, systemClock } from '#desktop/clock.ts'
import { serverEnvironment, startServerChild } from './server-child.ts'
import { logRing } from './server-output.ts'
import {
	eventually,
	freshFolder,
	pidsIn,
	READY,
	removeFolders,
	serverThat,
	shortened,
} from './testing/supervised-server.ts'

setDefaultTimeout(60_000)
afterAll(removeFolders)

const secret = 'Vq3v0o1Yk2m9t8s7r6q5p4o3n2m1l0k9j8i7h6g5f4e'

function start(binary: string, special: { clock?: Clock; isLan?: boolean; language?: string } = {}) {
	const dataDir = join(freshFolder(), 'data')
	const log = logRing({ secrets: [secret] })
	const child = startServerChild({
		binary,
		dataDir,
		secret,
		port: 7433,
		isLan: special.isLan ?? false,
		language: special.language,
		log,
		clock: special.clock ?? systemClock,
	})
	return { ...child, log, dataDir }
}

test.concurrent('the server hears secret and port on its first line, and says when it is ready', async () => {
	const heard = join(freshFolder(), 'heard')
	const child = start(serverThat(`${READY}\necho "$greeting" > ${heard}\necho "$@" >> ${heard}\nexec cat >/dev/null`))

	expect(await child.ready).toEqual({
		ready: true,
		address: 'http://localhost:4000/',
		lanAddress: null,
		version: '0.0.0',
	})
	await eventually(() => Bun.file(heard).size > 0 && readFileSync(heard, 'utf8').split('\n').length === 3)
	const [greeting, argv] = readFileSync(heard, 'utf8').split('\n')
	expect(JSON.parse(greeting ?? '')).toEqual({ secret, port: 7433 })
	expect(argv).toBe(`serve --desktop --data-dir ${child.dataDir} --host 127.0.0.1`)
	expect(await child.stop()).toMatchObject({ signal: 'SIGTERM' })
})

test.concurrent('the server starts with the app’s language as its own', async () => {
	const heard = join(freshFolder(), 'heard')
	const child = start(serverThat(`${READY}\necho "$@" > ${heard}\nexec cat >/dev/null`), { language: 'pt-BR' })

	await child.ready
	await eventually(() => Bun.file(heard).size > 0)
	expect(readFileSync(heard, 'utf8')).toEndWith(' --host 127.0.0.1 --language pt-BR\n')
	await child.stop()
})

test.concurrent('a server that cannot have localhost to itself is opened at its address [T76]', async () => {
	const ready = { ready: true, address: 'http://127.0.0.1:4000/', lanAddress: null, version: '1' }
	const child = start(serverThat(`read greeting\necho '${JSON.stringify(ready)}'\nexec cat >/dev/null`))

	expect(await child.ready).toMatchObject({ address: 'http://127.0.0.1:4000/' })
	await child.stop()
})

for (const [what, line] of Object.entries({
	'an address elsewhere': { ready: true, address: 'http://192.0.2.9:4000/', lanAddress: null, version: '1' },
	'an address that only looks like here': {
		ready: true,
		address: 'http://localhost:4000@evil.example/',
		lanAddress: null,
		version: '1',
	},
	'no address': { ready: true, version: '1' },
	'no readiness': { ready: false, address: 'http://localhost:4000/', lanAddress: null, version: '1' },
}))
	test.concurrent(`a line with ${what} does not count as ready`, async () => {
		const child = start(serverThat(`read greeting\necho '${JSON.stringify(line)}'\nexit 3`))

		expect(await child.ready).toBeNull()
		expect(await child.ended).toMatchObject({ code: 3, isTooSlow: false })
		expect(child.log.lines()).toEqual([JSON.stringify(line)])
	})

test.concurrent('a server that never gets ready is ended', async () => {
	const child = start(serverThat('echo thinking\nexec cat >/dev/null'), { clock: shortened([30_000], 300) })

	expect(await child.ready).toBeNull()
	expect(await child.ended).toMatchObject({ signal: 'SIGKILL', isTooSlow: true })
	expect(pidsIn(child.dataDir)).toEqual([])
	expect(child.log.lines()).toEqual(['thinking'])
})

test.concurrent('a server that does not want to stop is stopped', async () => {
	const child = start(serverThat(`trap '' TERM\n${READY}\nwhile :; do sleep 0.1; done`), {
		clock: shortened([5000], 100),
	})
	await child.ready

	expect(await child.stop()).toMatchObject({ signal: 'SIGKILL' })
	expect(pidsIn(child.dataDir)).toEqual([])
})

test.concurrent('why it did not start is read from its start line, which is not kept among what it says to people', async () => {
	const line = JSON.stringify({ ready: false, code: 'folder_closed', message: 'Cannot use it.' })
	const child = start(serverThat(`echo 'Cannot use it. Do this.' >&2\necho '${line}'\nexit 73`))

	expect(await child.ready).toBeNull()
	expect(await child.ended).toEqual({
		code: 73,
		signal: null,
		spawnError: null,
		refusal: { ready: false, code: 'folder_closed', message: 'Cannot use it.' },
		isTooSlow: false,
	})
	expect(child.log.lines()).toEqual(['Cannot use it. Do this.'])
})

test.concurrent('a helper that keeps its output open does not keep its end from being noticed', async () => {
	const child = start(serverThat(`${READY}\nsleep 3 &\nexit 4`), { clock: shortened([1000]) })

	expect(await child.ended).toMatchObject({ code: 4 })
})

test.concurrent('a server that echoes its secret does not get it into the log or the reason that people read', async () => {
	const line = JSON.stringify({ ready: false, code: 'bad_setting', message: `not ${secret}` })
	const child = start(serverThat(`read greeting\necho "$greeting"\necho "$greeting" >&2\necho '${line}'\nexit 1`))

	const end = await child.ended

	expect(end.refusal?.message).toBe('not •••')
	expect(JSON.stringify([end, child.log.lines()])).not.toContain(secret)
})

test.concurrent('a server that is missing, not allowed or not a program ends without having begun', async () => {
	const plain = join(freshFolder(), 'backseat')
	writeFileSync(plain, 'text', { mode: 0o600 })

	expect(await start(join(freshFolder(), 'backseat')).ended).toMatchObject({ spawnError: 'ENOENT', code: null })
	expect(await start(join(freshFolder(), 'gone', 'backseat')).ended).toMatchObject({ spawnError: 'ENOENT' })
	const refused = start(plain)
	expect(await refused.ready).toBeNull()
	expect(await refused.stop()).toMatchObject({ spawnError: 'EACCES', code: null })
})

test.concurrent('the server inherits what the system needs, and nothing that is meant for it or for its runtime [T29]', () => {
	const needed = {
		PATH: '/usr/bin',
		HOME: '/home/mum',
		LANG: 'de_DE.UTF-8',
		TZ: 'Europe/Berlin',
		SystemRoot: 'C:\\Windows',
		TMPDIR: '/tmp',
		DEBUNK_IT: '1',
		MY_NODE_OPTIONS: '1',
		NODE: '/usr/bin/node',
		BUNDLE: '1',
	}
	const runtime = {
		BUN_BE_BUN: '1',
		BUN_OPTIONS: '--preload=/tmp/theirs.js',
		BUN_INSPECT: '127.0.0.1:9229',
		BUN_JSC_useJIT: '0',
		BUN_CONFIG_VERBOSE_FETCH: 'curl',
		BUN_INSPECT_PRELOAD: '/tmp/theirs.js',
		Bun_Options: '--inspect',
		NODE_OPTIONS: '--require=/tmp/theirs.js',
		NODE_TLS_REJECT_UNAUTHORIZED: '0',
		NODE_EXTRA_CA_CERTS: '/tmp/ca.pem',
		NODE_CHANNEL_FD: '0',
		node_debug: 'http',
	}
	const ours = { BACKSEAT_SIGNUP: 'closed', backseat_port: '1' }

	expect(serverEnvironment({ ...needed, ...runtime, ...ours })).toEqual(needed)
})
