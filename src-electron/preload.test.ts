import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { CHANNEL } from './shell/shell-channels.ts'

let code: string

beforeAll(async () => {
	const { outputs } = await Bun.build({
		entrypoints: [join(import.meta.dir, 'preload.ts')],
		format: 'cjs',
		target: 'browser',
		external: ['electron'],
	})
	code = (await outputs[0]?.text()) ?? ''
})

/** Runs the preload as a sandboxed window does: with a single `require` and the page's location. */
function preload(protocol: string) {
	const exposed: Record<string, Record<string, (argument?: unknown) => unknown>> = {}
	const required: string[] = []
	const invoked: unknown[][] = []
	const listeners = new Map<string, (event: unknown, ...rest: unknown[]) => void>()
	const electron = {
		contextBridge: { exposeInMainWorld: (name: string, bridge: (typeof exposed)[string]) => (exposed[name] = bridge) },
		ipcRenderer: {
			invoke: async (...call: unknown[]) => void invoked.push(call),
			on: (channel: string, listener: (event: unknown, ...rest: unknown[]) => void) => listeners.set(channel, listener),
		},
	}
	const require = (name: string) => {
		required.push(name)
		return electron
	}
	new Function('require', 'location', 'module', 'exports', code)(require, { protocol }, { exports: {} }, {})
	return { exposed, required, invoked, listeners }
}

test("the shell's own page gets three calls and no more", async () => {
	const { exposed, required, invoked, listeners } = preload('backseat-shell:')

	expect(Object.keys(exposed)).toEqual(['shell'])
	expect(Object.keys(exposed.shell ?? {}).sort()).toEqual(['act', 'onState', 'state'])
	expect(new Set(required)).toEqual(new Set(['electron']))

	await exposed.shell?.state?.()
	await exposed.shell?.act?.({ do: 'close' })
	expect(invoked).toEqual([[CHANNEL.state], [CHANNEL.act, { do: 'close' }]])

	const heard: unknown[][] = []
	exposed.shell?.onState?.((...all: unknown[]) => heard.push(all))
	listeners.get(CHANNEL.changed)?.({ sender: 'a way to send anything anywhere' }, { version: '0.1.0' })
	expect(heard).toEqual([[{ version: '0.1.0' }]])
})

test.each(['http:', 'https:', 'file:', 'about:', 'backseat:'])('a page at %s gets nothing [T30]', (protocol) => {
	expect(preload(protocol).exposed).toEqual({})
})

test('the preload stays small: it carries no schema library', () => {
	expect(code.length).toBeLessThan(3000)
})
