import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { drawingProcess } from './drawing-process.ts'
import { isWholePng } from './picture-cache.ts'
import type { Picture } from './picture-content.ts'

/* While other programs keep all cores busy, the drawing process gets a third of the time that each of them gets. */
setDefaultTimeout(180_000)

const picture: Picture = { content: { kind: 'rate', name: 'Uncle Bob', avatarId: 1 }, shape: 'preview' }

const timers = new Set<{ run: () => void; ms: number }>()
const schedule = (run: () => void, ms: number) => {
	const timer = { run, ms }
	timers.add(timer)
	return { cancel: () => timers.delete(timer) }
}
const passed = (ms: number) => {
	for (const timer of timers) if (timer.ms === ms && timers.delete(timer)) timer.run()
}

const warnings: string[] = []
const { draw, stop, pid } = drawingProcess({ schedule, warn: (text) => warnings.push(text) })
afterAll(stop)

/** Throws if there is no child, because a signal to process 0 would stop the tests themselves. */
const childPid = () => {
	const id = pid()
	if (id === null) throw new Error('No process draws')
	return id
}

const isRunning = (id: number) => {
	try {
		process.kill(id, 0)
		return true
	} catch {
		return false
	}
}
const ended = async (id: number) => {
	while (isRunning(id)) await Bun.sleep(5)
}

test('pictures are drawn in a process of low priority, which is there from the first one to a quiet minute after the last', async () => {
	expect(pid()).toBeNull()

	expect(isWholePng(await draw(picture), 'preview')).toBe(true)
	const first = childPid()
	expect(await draw({ ...picture, shape: 'story' })).toSatisfy((png) => isWholePng(png as Uint8Array, 'story'))
	expect(pid()).toBe(first)
	if (process.platform === 'linux') expect(Number(readFileSync(`/proc/${first}/stat`, 'utf8').split(' ')[18])).toBe(5)

	passed(60_000)
	expect(pid()).toBeNull()
	await ended(first)
})

test('one that is killed in the middle asks people to come back, and the next drawing starts another [B20]', async () => {
	const drawing = draw(picture)
	process.kill(childPid(), 'SIGKILL')

	await expect(drawing).rejects.toMatchObject({ problem: { status: 503, code: 'busy', retryAfterSeconds: 1 } })
	expect(warnings).toEqual([expect.stringContaining('the process that draws ended with SIGKILL')])
	expect(isWholePng(await draw(picture), 'preview')).toBe(true)
})

test('one that hangs is ended [T7]', async () => {
	const before = childPid()
	process.kill(before, 'SIGSTOP')
	const drawing = draw(picture)

	passed(90_000)

	await expect(drawing).rejects.toMatchObject({ problem: { status: 503 } })
	await ended(before)
})
