import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { sessions, users } from '#db/schema.ts'
import { runs } from '#db/testing/property-runs.ts'
import { createMetrics } from '#server/operations/metrics/metrics.ts'
import type { Config } from '#server/settings/config.ts'
import { answerText } from '#server/testing/answer-text.ts'
import { faultsIn } from '#server/testing/hostile/hostile-answers.ts'
import { hostilePeople, type Send } from '#server/testing/hostile/hostile-people.ts'
import { described, type HostileRequest, hostileRequests } from '#server/testing/hostile/hostile-requests.ts'
import { knownCalls } from '#server/testing/hostile/known-calls.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'

/*
 * The short form of scripts/torture/fuzz.ts. Covers every route of the app, including new ones, and addresses that are
 * no routes. A failure prints its seed and path; pass them to `run` to repeat it.
 */

const PEER = '10.0.0.1'

/** Sends requests to the app unchanged, as far as the web's own Request class permits. */
function appWithSender(settings: Partial<Config>, origin: string) {
	const app = testApp(settings, { createMetrics })
	const send: Send = async ({ method, target, host, headers, body }) => {
		const all = new Headers({ Host: host })
		for (const [name, value] of headers) all.append(name, value)
		const response = await app.ask(new Request(origin + target, { method, headers: all, body: body?.slice() }), PEER)
		return { status: response.status, headers: response.headers, body: await answerText(response) }
	}
	return { app, send }
}

async function run({ settings = {}, origin = TEST_ORIGIN, requests = 400, isByHost = false, ...replay }: Run) {
	const { app, send } = appWithSender(settings, origin)
	const { basePath } = app.config
	/** Makes the member a host with a fresh password confirmation, so that no permission check stops their requests. */
	const makeHost = (id: number) => {
		app.db.orm.update(users).set({ isHost: true }).where(eq(users.id, id)).run()
		app.db.orm.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.userId, id)).run()
	}
	const people = await hostilePeople(send, { origin, basePath, ...(isByHost && { onSignIn: makeHost }) })
	const secrets = isByHost ? people.secrets : [...people.secrets, ...people.namesOfOthers]
	const hostile = async (request: HostileRequest) => {
		const faults = faultsIn(request, await people.send(request), secrets)
		if (faults.length > 0) throw new Error(`${faults.join('\n')}\n\n${described(request)}`)
	}
	const FOR_ONE_APP = 200
	for (let sent = 0; sent < runs(requests); sent += FOR_ONE_APP) {
		app.wait(86_400)
		await people.refresh()
		const any = hostileRequests({ routes: knownCalls(basePath), origin, basePath, known: people.known })
		await fc.assert(fc.asyncProperty(any, hostile), {
			numRuns: Math.min(FOR_ONE_APP, runs(requests) - sent),
			...replay,
			seed: replay.seed && replay.seed + sent,
		})
	}
	expect(app.logged).toEqual([])
	app.wait(86_400)
	if (!isByHost) expect(await people.isAuntWell()).toBe(true)
	expect(Object.keys(Object.prototype)).toEqual([])
	expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
}

type Run = {
	settings?: Partial<Config>
	origin?: string
	requests?: number
	isByHost?: boolean
	seed?: number
	path?: string
}

test('whatever strangers, guests and members send, no answer is a server error or reveals what it should not [T5] [T21] [T23]', async () => {
	await run({ seed: 7433, requests: 1600 })
}, 120_000)

const INSTANCES: Record<string, Run> = {
	'below a base path': { settings: { basePath: '/rides' } },
	'behind a proxy, with a public address': {
		settings: { trustedProxies: [PEER], publicUrl: new URL('https://rides.example') },
		origin: 'https://rides.example',
	},
	'whose members are hosts': { isByHost: true, requests: 800 },
	'with its limits on': { settings: { rateLimitScale: 1 } },
	'with everything switched on': {
		settings: {
			apiDocs: true,
			metricsToken: 'the-metrics-token-0123456789',
			dataDir: freshFolder(),
			smtpUrl: 'smtp://127.0.0.1:9',
			smtpFrom: 'backseat@rides.example',
			publicUrl: new URL(TEST_ORIGIN),
		},
	},
}

for (const [how, special] of Object.entries(INSTANCES))
	test(`nor does an instance ${how} [T37]`, async () => {
		await run({ seed: 7433, ...special })
	}, 120_000)

test('nor with requests that nobody has tried before [T25]', async () => {
	await run({})
}, 120_000)
