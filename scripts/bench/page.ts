import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { builtBinary } from '../build/build-stamp.ts'
import { chromiumFlags, chromiumOnThisMachine } from '../test/browser.ts'

// bun scripts/bench/page.ts [--before PATH] [--rounds 5]
// What somebody with an empty cache waits for at 50 KB/s and 600 ms: the first paint, and the list of drivers. And, with a
// network as quick as this machine, what a member waits for from the tap on 'Log In' to the list. With --before another
// binary takes turns with the built one. Compare the two columns, never machines.

const { values } = parseArgs({ options: { before: { type: 'string' }, rounds: { type: 'string', default: '5' } } })
const rounds = Number(values.rounds)
const SLOW = { offline: false, latency: 600, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 }
const MEMBER = { username: 'jonas', password: 'shotgun-rider' }

const folder = await mkdtemp(join(tmpdir(), 'backseat-page-'))

async function startServer(binary: string, name: string) {
	const flags = ['--port', '0', '--data-dir', join(folder, name), '--rate-limit-scale', '0']
	const child = Bun.spawn([binary, 'serve', ...flags], { stdout: 'pipe', stderr: 'ignore' })
	let said = ''
	for await (const text of child.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
		said += text
		const [, origin] = said.match(/is ready at (http:\/\/[^/]+)/) ?? []
		if (!origin) continue
		const headers = { 'Content-Type': 'application/json' }
		await fetch(`${origin}/api/users`, { method: 'POST', headers, body: JSON.stringify(MEMBER) })
		return { name, origin, stop: () => child.kill() }
	}
	throw new Error(`${binary} did not start: ${said}`)
}

const driverList = (page: Page) => page.getByRole('heading', { name: 'Who are you rating today?' })

async function firstVisit(context: BrowserContext, origin: string) {
	const page = await context.newPage()
	const devtools = await context.newCDPSession(page)
	await devtools.send('Network.enable')
	await devtools.send('Network.emulateNetworkConditions', SLOW)
	const since = performance.now()
	await page.goto(`${origin}/home`, { waitUntil: 'commit' })
	await driverList(page).waitFor({ timeout: 60_000 })
	const list = performance.now() - since
	const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
	await page.close()
	return { paint, list }
}

async function logIn(context: BrowserContext, origin: string) {
	const page = await context.newPage()
	await page.goto(`${origin}/auth`)
	await page.getByLabel('Username').fill(MEMBER.username)
	await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
	const since = performance.now()
	await page.getByRole('button', { name: 'Log In', exact: true }).click()
	await driverList(page).waitFor()
	const home = performance.now() - since
	await page.close()
	return { home }
}

const FIGURES = { paint: 'first paint, slow network', list: 'list of drivers, slow network', home: 'log-in to home' }
type Figure = keyof typeof FIGURES

const servers = [await startServer(builtBinary, 'now')]
if (values.before) servers.unshift(await startServer(values.before, 'before'))
const browser = await chromium.launch({ executablePath: chromiumOnThisMachine(), args: chromiumFlags })
const measured = new Map(
	servers.map(({ name }) => [name, { paint: [], list: [], home: [] } as Record<Figure, number[]>]),
)
for (let round = 0; round < rounds; round++)
	for (const { name, origin } of servers) {
		const options = { viewport: { width: 390, height: 844 } }
		const newcomer = await browser.newContext(options)
		const member = await browser.newContext(options)
		// The overlay lasts two seconds in every version: it would hide what is compared here.
		await member.addInitScript(() => sessionStorage.setItem('firstVisitOverlaySeen', 'true'))
		const times = { ...(await firstVisit(newcomer, origin)), ...(await logIn(member, origin)) }
		for (const figure of Object.keys(FIGURES) as Figure[]) measured.get(name)?.[figure].push(times[figure])
		await newcomer.close()
		await member.close()
	}
await browser.close()
for (const { stop } of servers) stop()
await rm(folder, { recursive: true })

const median = (times: number[] = []) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
for (const [figure, words] of Object.entries(FIGURES) as [Figure, string][]) {
	const medians = servers.map(({ name }) => ({ name, ms: median(measured.get(name)?.[figure]) }))
	const columns = medians.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`.padStart(16)).join('')
	const [before, now] = medians
	console.log(`${words.padEnd(32)}${columns}${before && now ? `   ${(now.ms / before.ms).toFixed(2)}` : ''}`)
}
