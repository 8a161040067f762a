import { afterAll, expect, test } from 'bun:test'
import { IDLE_SECONDS } from '#server/process/listening.ts'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'

const server = await startServer({ flags: ['--data-dir', freshFolder()] })
afterAll(() => server.end())

test('a stream on which nothing happens outlives the time after which idle connections are closed [spec 11.2]', async () => {
	const mum = await signUp(server, 'mum')
	const dad = await signUp(server, 'dad')
	const reader = (await mum.listen()).body?.pipeThrough(new TextDecoderStream()).getReader()
	const { id } = (await mum.get('/api/user')).body
	let text = ''
	const readUntil = async (isEnough: () => boolean) => {
		while (!isEnough()) {
			const { value, done } = (await reader?.read()) ?? { done: true }
			if (done) throw new Error(`The stream has ended after ${JSON.stringify(text)}`)
			text += value
		}
	}
	const since = performance.now()
	await readUntil(() => performance.now() - since > (IDLE_SECONDS + 2) * 1000)
	const ratedAt = performance.now()

	await Promise.all([dad.rate(id), readUntil(() => text.includes('event: notice\n'))])

	expect(performance.now() - ratedAt).toBeLessThan(1000)
	expect(text.match(/^:$/gm)?.length).toBeGreaterThanOrEqual(2)
	await reader?.cancel()
}, 30_000)
