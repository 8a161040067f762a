import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userOfGroup } from './install-groups.ts'
import { type Machine, startMachine, whyNoMachine } from './testing/systemd-machine.ts'

// Runs the printed units under the real systemd: requests wake groups, which then sleep again.

setDefaultTimeout(60_000)

const { TEST_PROGRAM: program = '' } = process.env
const reason = whyNoMachine(program)
const IDLE_LIMIT_MS = 1000
/** Each call of systemctl takes processor time from the servers that it looks at. */
const ASK_AGAIN_MS = 200
const [GRANDMA, CHOIR] = ['grandma.rides.example.org', 'choir.rides.example.org']

describe.skipIf(reason !== null)(
	`many groups on one machine${reason === null ? '' : ` (skipped: it ${reason})`}`,
	() => {
		let machine: Machine
		beforeAll(async () => {
			machine = await startMachine({ program, idleLimit: `${IDLE_LIMIT_MS / 1000}s` })
			for (const group of [GRANDMA, CHOIR])
				writeFileSync(machine.pathOf(`/etc/backseat/${group}.env`), 'BACKSEAT_SIGNUP=open\n')
			expect(await machine.installGroups(GRANDMA, CHOIR)).toMatchObject({ exitCode: 0 })
		})
		afterAll(() => machine?.end())

		/** Opens a new connection, as the proxy does, because a kept one would keep the group awake. */
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
				await Bun.sleep(ASK_AGAIN_MS)
		}

		test('a sleeping group answers the request that wakes it, and sleeps again when nobody asks', async () => {
			expect(await shown(GRANDMA, 'ActiveState')).toEqual(['inactive', 'inactive'])

			const answer = await ask(GRANDMA)

			expect(answer.status).toBe(200)
			// Both kinds of settings have taken effect: those of the unit and those of the group's own file.
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
			// The first request of each round ends the wait of the next round, so the rounds reach that moment at different
			// times.
			for (const early of [60, 20, -20, -60, -120])
				await Promise.all(Array.from({ length: 10 }, (_, n) => askAfter(IDLE_LIMIT_MS - early + 10 * n)))

			expect(statuses).toEqual(Array.from({ length: 50 }, () => 200))
		})

		/**
		 * Keeps the group awake while this connection is open; the server closes it after ten seconds without a request.
		 */
		async function awake(group: string) {
			const connection = connect({ path: machine.pathOf(`/run/backseat/${group}.sock`) }).on('error', () => {})
			await ask(group)
			return { [Symbol.dispose]: () => void connection.destroy() }
		}

		/** Runs a command like code in a group's server: in its namespaces, as its user. */
		const asGroup = (pid: string | undefined, user: string, ...words: string[]) =>
			machine.inside([
				// A process in a user namespace of systemd's may not set groups.
				...['setpriv', '--clear-groups', 'nsenter', `--target=${pid}`, '--user', '--mount', '--net'],
				...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--keep-groups', ...words],
			])

		test('no group sees the folder or the network of another, nor any network at all [T46]', async () => {
			using _grandma = await awake(GRANDMA)
			using _choir = await awake(CHOIR)
			const [pid] = await shown(GRANDMA, 'MainPID')
			const grandma = (...words: string[]) => asGroup(pid, userOfGroup(GRANDMA), ...words)

			for (const folder of ['/var/lib/backseat', '/run/backseat-servers'])
				expect(await grandma('ls', folder)).toMatchObject({ exitCode: 0, stdout: `${GRANDMA}\n` })
			expect(await grandma('cat', `/var/lib/backseat/${CHOIR}/backseat.db`)).toMatchObject({
				exitCode: 1,
				stderr: expect.stringContaining('No such file'),
			})
			expect(await grandma('touch', '/var/lib/backseat/x', '/run/x')).toMatchObject({ exitCode: 1 })
			const devices = (await grandma('cat', '/proc/self/net/dev')).stdout.matchAll(/^ *(\w+):/gm)
			expect([...devices].map(([, device]) => device)).toEqual(['lo'])
			// This machine has no other network device either, so compare the namespaces themselves.
			const networkOf = async (pid = '1') => (await machine.inside(['readlink', `/proc/${pid}/ns/net`])).stdout
			const [neighbour] = await shown(CHOIR, 'MainPID')
			expect(new Set([await networkOf(), await networkOf(pid), await networkOf(neighbour)]).size).toBe(3)
			expect((await machine.inside(['ls', '/var/lib/backseat'])).stdout).toContain(CHOIR)
		})

		test('code in one group can neither read another’s data or secrets through /proc nor open its socket [T71]', async () => {
			using _grandma = await awake(GRANDMA)
			using _choir = await awake(CHOIR)
			const [[pid], [neighbour, door]] = [await shown(GRANDMA, 'MainPID'), await shown(CHOIR, 'MainPID')]
			const rootOf = (pid: string | undefined) => `/proc/${pid}/root`
			const open = (path: string) => ['perl', '-MIO::Socket::UNIX', '-e', 'exit !IO::Socket::UNIX->new(shift)', path]
			const attacks = [
				['grep', '-qz', '^BACKSEAT_SIGNUP=', `/proc/${neighbour}/environ`],
				['cat', `${rootOf(neighbour)}/var/lib/backseat/${CHOIR}/backseat.db`],
				['ls', `${rootOf(door)}/run`],
				open(`${rootOf(neighbour)}/run/backseat-servers/${CHOIR}/http.sock`),
				open(`/run/backseat-servers/${CHOIR}/http.sock`),
				open(`/run/backseat/${CHOIR}.sock`),
				['sh', '-c', `kill -0 ${neighbour}`],
			]
			const user = userOfGroup(GRANDMA)
			// First as the group's user outside the namespaces, as code that had escaped them, and then inside.
			const withUser = (...words: string[]) =>
				machine.inside(['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...words])

			for (const attack of attacks) {
				expect({ attack, ...(await machine.inside(attack)) }).toMatchObject({ attack, exitCode: 0 })
				expect({ attack, failed: (await withUser(...attack)).exitCode > 0 }).toEqual({ attack, failed: true })
				expect({ attack, failed: (await asGroup(pid, user, ...attack)).exitCode > 0 }).toEqual({ attack, failed: true })
			}
			// Inside, processes of other groups are not even listed.
			const listed = (await asGroup(pid, user, 'ls', '/proc')).stdout.split('\n')
			expect([listed.includes(`${pid}`), listed.includes(`${neighbour}`)]).toEqual([true, false])
			const asProxy = (...words: string[]) =>
				machine.inside(['setpriv', '--reuid=60017', '--regid=caddy', '--clear-groups', ...words])
			expect((await asProxy(...open(`/run/backseat/${CHOIR}.sock`))).exitCode).toBe(0)
			expect((await asProxy(...open(`/run/backseat-servers/${CHOIR}/http.sock`))).exitCode).toBeGreaterThan(0)
		})

		test('a group from before groups had users of their own keeps its data, which become its user’s [T71]', async () => {
			const group = 'old.rides.example.org'
			const folder = `/var/lib/backseat/${group}`
			const before = machine.pathOf(`${folder}/backups/backseat-2026-01-01T00-00-00Z-daily.db`)
			await machine.inside(['install', '-d', '-m', '700', '-o', '60018', `${folder}/backups`])
			writeFileSync(before, 'a backup')
			await machine.inside(['chown', '-R', '60018', folder])

			expect(await machine.installGroups(group)).toMatchObject({ exitCode: 0 })
			expect((await ask(group)).status).toBe(200)

			const { stdout } = await machine.inside(['stat', '--format=%U %a', folder, `${folder}/backseat.db`])
			expect(stdout).toBe(`${userOfGroup(group)} 700\n${userOfGroup(group)} 600\n`)
			expect((await machine.inside(['stat', '--format=%U', `${folder}/backups`])).stdout.trim()).toBe(
				userOfGroup(group),
			)
			expect(readFileSync(before, 'utf8')).toBe('a backup')
		})

		test('a group whose user nobody has made is not started, by no other user and not by root [T71]', async () => {
			const group = 'forgotten.rides.example.org'
			await machine.systemctl('start', `backseat@${group}.service`)

			// EXIT_USER in systemd.exec(5).
			expect((await shown(group, 'ExecMainStatus'))[0]).toBe('217')
			expect(existsSync(machine.pathOf(`/var/lib/backseat/${group}`))).toBe(false)
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
			await machine.installGroups(group)

			expect(await statusOf()).toBe('no answer')
			expect(await shown(group, 'ExecMainStatus')).toEqual(['78', '0'])
			writeFileSync(settings, '')
			while ((await shown(group, 'ActiveState'))[1] !== 'inactive') await Bun.sleep(ASK_AGAIN_MS)
			expect(await statusOf()).toBe(200)
		})

		test('a group that is stopped has no socket any more, and with it goes the timer of its backups', async () => {
			using _grandma = await awake(GRANDMA)
			const timer = async () => (await machine.systemctl('is-active', `backseat-backup@${GRANDMA}.timer`)).stdout
			expect(await timer()).toBe('active\n')

			const closed = await machine.inside(['backseat', 'service', 'uninstall', '--group', GRANDMA])
			expect(closed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(userOfGroup(GRANDMA)) })

			await untilAsleep(GRANDMA)
			expect(existsSync(machine.pathOf(`/run/backseat/${GRANDMA}.sock`))).toBe(false)
			expect(await timer()).toBe('inactive\n')
			await machine.installGroups(GRANDMA)
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
