import { TEST_ORIGIN, type TestBrowser, type testApp } from './test-app.ts'

type App = Pick<ReturnType<typeof testApp>, 'ask' | 'wait'>
export type LiveListener = Awaited<ReturnType<typeof listenAs>>

/** Events within this many seconds are merged; see live-streams.ts. */
const MERGED = 0.05

/** Opens an event stream with this browser's cookies and records the events. */
export async function listenAs(app: App, { cookies }: Pick<TestBrowser, 'cookies'>) {
	const headers = {
		Host: new URL(TEST_ORIGIN).host,
		Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
	}
	const response = await app.ask(new Request(`${TEST_ORIGIN}/api/live`, { headers }))
	const reader = response.body?.getReader()
	let text = ''
	let hasEnded = false
	const read = async () => {
		const decoder = new TextDecoder()
		for (;;) {
			const { value, done } = (await reader?.read()) ?? { done: true }
			if (done) break
			text += decoder.decode(value)
		}
		hasEnded = true
	}
	void read()
	const arrived = () => Bun.sleep(0)
	await arrived()
	return {
		response,
		text: () => text,
		/** The names of all events since the last call. */
		async heard(): Promise<string[]> {
			app.wait(MERGED)
			await arrived()
			const events = [...text.matchAll(/event: (\w+)\ndata: \{\}\n\n/g)].map(([, name = '']) => name)
			text = ''
			return events
		},
		async hasEnded(): Promise<boolean> {
			await arrived()
			return hasEnded
		},
		leave: () => reader?.cancel(),
	}
}
