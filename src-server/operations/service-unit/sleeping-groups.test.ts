import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { type Machine, startMachine, whyNoMachine } from './testing/systemd-machine.ts'

// The printed units under the real systemd: groups that are woken by a request and sleep again.

setDefaultTimeout(60_000)

const { TEST_PROGRAM: program = '' } = process.env
const reason = whyNoMachine(program)
const IDLE_LIMIT_MS = 1000
const [GRANDMA, CHOIR] = ['grandma.rides.example.org', 'choir.rides.example.org']

describe.skipIf(reason !== null)(
	`many groups on one machine${reason === null ? '' : ` (skipped: it ${reason})`}`,
	() => {
		let machine: Machine
		beforeAll(async () => {
			machine = await startMachine({ program, idleLimit: `${IDLE_LIMIT_MS / 1000}s` })
			for (const group of [GRANDMA, CHOIR])
				writeFileSync(machine.pathOf(`/etc/backseat/${group}.env`), 'BACKSEAT_SIGNUP=open\n')
			const made = await machine.systemctl('start', `backseat@${GRANDMA}.socket`, `backseat@${CHOIR}.socket`)
			expect(made).toMatchObject({ exitCode: 0, stderr: '' })
		})
		afterAll(() => machine?.end())

		/** As the proxy asks, by a connection of its own: a kept one would keep the group awake. */
		const ask = (group: string, path = '/api/instance', more: RequestInit = {}) =>
			fetch(`http://${group}${path}`, {
				...more,
				unix: machine.pathOf(`/run/backseat/${group}.sock`),
				headers: { Connection: 'close', 'X-Forwarded-Proto': 'https', ...more.headers },
			})

		const partsOf = (group: string) => [`backseat@${group}.service`, `backseat-door@${group}.service`]

		async function shown(group: string, property: string) {
			const { stdout } = await machine.systemctl('show', '--value', '--property', property, ...partsOf(group))
			return stdout.trim().split(/\n+/)
		}

		async function untilAsleep(group: string) {
			while (new Set(await shown(group, 'ActiveState')).symmetricDifference(new Set(['inactive'])).size > 0)
				await Bun.sleep(50)
		}

		test('a sleeping group answers the request that wakes it, and sleeps again when nobody asks', async () => {
			expect(await shown(GRANDMA, 'ActiveState')).toEqual(['inactive', 'inactive'])

			const answer = await ask(GRANDMA)

			expect(answer.status).toBe(200)
			// Both kinds of settings have reached it: those of the unit and those of its own file.
			expect(await answer.json()).toMatchObject({ publicUrl: `https://${GRANDMA}`, signup: 'open' })
			expect(await shown(GRANDMA, 'StatusText')).toContainEqual(expect.stringContaining('Answers at unix:'))
			await untilAsleep(GRANDMA)
			expect(await shown(GRANDMA, 'Result')).toEqual(['success', 'success'])
			expect(await shown(GRANDMA, 'ExecMainStatus')).toEqual(['0', '0'])
			expect(await shown(CHOIR, 'ActiveState')).toEqual(['inactive', 'inactive'])
		})

		test('whoever looks at it keeps it awake: the stream of events counts as a visitor', async () => {
			const account = { username: 'grandma', password: 'long enough for anybody', displayName: 'Grandma' }
			const joined = await ask(GRANDMA, '/api/register', {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(account),
			})
			expect(joined.status).toBe(201)
			const cookie = joined.headers
				.getSetCookie()
				.map((line) => line.split(';')[0])
				.join('; ')
			const hangUp = new AbortController()
			const events = await ask(GRANDMA, '/api/live', { headers: { Cookie: cookie }, signal: hangUp.signal })
			expect(events.status).toBe(200)
			const read = events.text().catch(() => 'hung up')

			await Bun.sleep(2 * IDLE_LIMIT_MS)

			expect(await shown(GRANDMA, 'ActiveState')).toEqual(['active', 'active'])
			hangUp.abort()
			expect(await read).toBe('hung up')
			await untilAsleep(GRANDMA)
		})

		test('around the moment of falling asleep no request is lost: 50 of 50 are answered', async () => {
			const statuses: number[] = []
			const askAfter = async (ms: number) => {
				await Bun.sleep(ms)
				statuses.push((await ask(CHOIR)).status)
			}
			expect((await ask(CHOIR)).status).toBe(200)
			// The first of each round ends the wait of the next, so each round meets the moment from another side.
			for (const early of [60, 20, -20, -60, -120])
				await Promise.all(Array.from({ length: 10 }, (_, n) => askAfter(IDLE_LIMIT_MS - early + 10 * n)))

			expect(statuses).toEqual(Array.from({ length: 50 }, () => 200))
		})

		/** Awake for as long as this connection is open; the server itself closes it after ten seconds without a request. */
		async function awake(group: string) {
			const connection = connect({ path: machine.pathOf(`/run/backseat/${group}.sock`) }).on('error', () => {})
			await ask(group)
			return { [Symbol.dispose]: () => void connection.destroy() }
		}

		test('no group sees the folder, the socket or the network of another, nor any network at all [T46]', async () => {
			using _grandma = await awake(GRANDMA)
			using _choir = await awake(CHOIR)
			const [pid] = await shown(GRANDMA, 'MainPID')
			const asGroup = (...words: string[]) =>
				machine.inside([
					'nsenter',
					`--target=${pid}`,
					'-m',
					'-n',
					'setpriv',
					'--reuid=backseat',
					'--regid=backseat',
					'--clear-groups',
					...words,
				])

			for (const folder of ['/var/lib/backseat', '/run/backseat-servers'])
				expect(await asGroup('ls', folder)).toMatchObject({ exitCode: 0, stdout: `${GRANDMA}\n` })
			expect(await asGroup('cat', `/var/lib/backseat/${CHOIR}/backseat.db`)).toMatchObject({
				exitCode: 1,
				stderr: expect.stringContaining('No such file'),
			})
			expect(await asGroup('test', '-w', `/run/backseat/${CHOIR}.sock`)).toMatchObject({ exitCode: 1 })
			expect(await asGroup('touch', '/var/lib/backseat/x', '/run/x')).toMatchObject({ exitCode: 1 })
			const devices = (await asGroup('cat', '/proc/self/net/dev')).stdout.matchAll(/^ *(\w+):/gm)
			expect([...devices].map(([, device]) => device)).toEqual(['lo'])
			// The machine of this test has no other device either, so it has to be another network.
			const networkOf = async (pid = '1') => (await machine.inside(['readlink', `/proc/${pid}/ns/net`])).stdout
			const [neighbour] = await shown(CHOIR, 'MainPID')
			expect(new Set([await networkOf(), await networkOf(pid), await networkOf(neighbour)]).size).toBe(3)
			// The same question finds what there is to find.
			expect((await machine.inside(['ls', '/var/lib/backseat'])).stdout).toContain(CHOIR)
		})

		test('a group that cannot start is closed, and answers once it can: its door was not given up', async () => {
			const group = 'band.rides.example.org'
			const settings = machine.pathOf(`/etc/backseat/${group}.env`)
			const statusOf = () =>
				ask(group).then(
					({ status }) => status,
					() => 'no answer',
				)
			writeFileSync(settings, 'BACKSEAT_SIGNUP=maybe\n')
			await machine.systemctl('start', `backseat@${group}.socket`)

			expect(await statusOf()).toBe('no answer')
			expect(await shown(group, 'ExecMainStatus')).toEqual(['78', '0'])
			writeFileSync(settings, '')
			while ((await shown(group, 'ActiveState'))[1] !== 'inactive') await Bun.sleep(50)
			expect(await statusOf()).toBe(200)
		})

		test('a group that is stopped has no socket any more, and with it goes the timer of its backups', async () => {
			using _grandma = await awake(GRANDMA)
			const timer = async () => (await machine.systemctl('is-active', `backseat-backup@${GRANDMA}.timer`)).stdout
			expect(await timer()).toBe('active\n')

			// As docs/hosting-many.md says; `disable` would ask for the machine's own folders.
			await machine.systemctl('stop', `backseat@${GRANDMA}.socket`)
			await machine.systemctl('stop', `backseat-door@${GRANDMA}.service`)

			await untilAsleep(GRANDMA)
			expect(existsSync(machine.pathOf(`/run/backseat/${GRANDMA}.sock`))).toBe(false)
			expect(await timer()).toBe('inactive\n')
			await machine.systemctl('start', `backseat@${GRANDMA}.socket`)
			expect((await ask(GRANDMA)).status).toBe(200)
		})

		test('a group that takes more memory than it may is ended, and its neighbour does not notice [T46]', async () => {
			using _grandma = await awake(GRANDMA)
			using _choir = await awake(CHOIR)
			const [pid] = await shown(CHOIR, 'MainPID')
			const glutton = `
			at=$(sed -nE 's#^[0-9]+:memory:#/sys/fs/cgroup/memory#p; s#^0::#/sys/fs/cgroup#p' /proc/${pid}/cgroup | head -1)
			echo $$ > $at/cgroup.procs
			head -c 300000000 /dev/zero | tail -c 299999999`

			expect((await machine.inside(['bash', '-c', glutton])).exitCode).toBe(137)
			expect((await ask(GRANDMA)).status).toBe(200)
		})
	},
)
