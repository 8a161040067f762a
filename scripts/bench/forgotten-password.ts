import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FROM_SOURCE, freshFolder, startServer } from '#server/testing/server-process.ts'
import { builtBinary, isBuilt } from '../build/build-stamp.ts'

// bun scripts/bench/forgotten-password.ts [--questions 400] [--watched 40]
// How often somebody who times answers guesses right whether a name has an account with an e-mail address (T8 in
// docs/threat-model.md). They ask for a forgotten password and then, over another connection, for /api/health without a
// pause: for 5 ms, and, a few times, until every message must have been sent. 50 % is guessing.

const { values } = parseArgs({
	options: { questions: { type: 'string', default: '400' }, watched: { type: 'string', default: '40' } },
})
const SHORT_MS = 5
/** Above the longest pause of forgot-password.service.ts. */
const LONG_MS = 7000

/** Receiving messages must not keep the measuring process busy. */
const mailServer = new Worker(
	URL.createObjectURL(
		new Blob([
			`const { startMailServer } = await import(${JSON.stringify(import.meta.resolve('#server/testing/mail-server.ts'))})
			postMessage((await startMailServer()).url)`,
		]),
	),
)
const smtpUrl = await new Promise<string>((resolve) => {
	mailServer.onmessage = ({ data }) => resolve(data)
})

const dataDir = freshFolder()
const server = await startServer({
	command: (await isBuilt()) ? [builtBinary] : FROM_SOURCE,
	flags: [
		'--data-dir',
		dataDir,
		'--rate-limit-scale',
		'0',
		'--log-level',
		'error',
		'--smtp-url',
		smtpUrl,
		'--smtp-from',
		'rides@house.example',
		'--public-url',
		'http://localhost',
	],
})
const port = Number(new URL(server.origin).port)

/** One connection; answers how long each request took, in ms. */
async function connection() {
	let answered: () => void = () => {}
	const socket = await Bun.connect({
		hostname: '127.0.0.1',
		port,
		socket: { data: () => answered(), error: (_socket, error) => Promise.reject(error) },
	})
	return async (method: string, path: string, body?: object): Promise<number> => {
		const json = body ? JSON.stringify(body) : ''
		const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost']
		if (body) head.push('Content-Type: application/json', `Content-Length: ${json.length}`)
		const since = performance.now()
		const { promise, resolve } = Promise.withResolvers<void>()
		answered = resolve
		socket.write(`${head.join('\r\n')}\r\n\r\n${json}`)
		await promise
		return performance.now() - since
	}
}

const MEMBERS = 20
const asking = await connection()
const timing = await connection()
for (let i = 0; i < MEMBERS; i++) {
	const [username, email] = [`known-${i}`, `known-${i}@home.example`]
	await asking('POST', '/api/users', { username, email, password: 'backseat' })
}

type Question = { isKnown: boolean; longest: number }

async function ask(isKnown: boolean, watchMs: number): Promise<Question> {
	const username = `${isKnown ? 'known' : 'other'}-${Math.floor(Math.random() * MEMBERS)}`
	await asking('POST', '/api/forgot-password', { username })
	const until = performance.now() + watchMs
	let longest = 0
	while (performance.now() < until) longest = Math.max(longest, await timing('GET', '/api/health'))
	return { isKnown, longest }
}

/** The best threshold for one half, tried on the other: how often it is right, in percent. */
function guessedRight(questions: Question[]): number {
	const half = Math.floor(questions.length / 2)
	const [learned, tried] = [questions.slice(0, half), questions.slice(half)]
	const right = (threshold: number, among: Question[]) =>
		among.filter(({ isKnown, longest }) => longest > threshold === isKnown).length / among.length
	const thresholds = learned.map(({ longest }) => longest)
	const best = thresholds.toSorted((a, b) => right(b, learned) - right(a, learned))[0] ?? 0
	return 100 * right(best, tried)
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

async function attack(name: string, count: number, watchMs: number) {
	if (count === 0) return
	const questions: Question[] = []
	for (let i = 0; i < count; i++) {
		questions.push(await ask(Math.random() < 0.5, watchMs))
		// No more at once than the server keeps waiting.
		await Bun.sleep(100)
	}
	const of = (isKnown: boolean) =>
		median(questions.filter((one) => one.isKnown === isKnown).map(({ longest }) => longest))
	console.log(
		`${name}: ${guessedRight(questions).toFixed(0)} % right of ${Math.ceil(count / 2)} after learning from as many; ` +
			`the longest wait, median: ${of(true).toFixed(2)} ms known, ${of(false).toFixed(2)} ms unknown`,
	)
}

try {
	// What sends messages is loaded at the first one.
	await ask(true, LONG_MS)
	await attack('Watching for 5 ms', Number(values.questions), SHORT_MS)
	await Bun.sleep(LONG_MS)
	await attack('Watching until the message is sent', Number(values.watched), LONG_MS)
} finally {
	await server.end('SIGTERM')
	mailServer.terminate()
	rmSync(dataDir, { recursive: true, force: true })
}
