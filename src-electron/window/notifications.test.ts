import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSettings } from '#desktop/settings/settings-file.ts'
import { createNotifications } from './notifications.ts'

const own = { base: 'http://127.0.0.1:7433/', isOwn: true }
const friend = { base: 'https://rides.example/', isOwn: false }
const neighbour = { base: 'https://rides.example/b/', isOwn: false }

/** A user who is asked for permission; `answer` is their choice. */
function aPassenger(file = join(mkdtempSync(join(tmpdir(), 'backseat-settings-')), 'desktop-settings.json')) {
	const questions: string[] = []
	const open: PromiseWithResolvers<boolean>[] = []
	let changes = 0
	const notifications = createNotifications({
		settings: openSettings(file),
		onChange: () => void changes++,
		ask: ({ title }) => {
			questions.push(title)
			const question = Promise.withResolvers<boolean>()
			open.push(question)
			return question.promise
		},
	})
	return {
		...notifications,
		file,
		questions,
		changes: () => changes,
		answer: (may: boolean) => open.shift()?.resolve(may),
		fail: () => open.shift()?.reject(new Error('No dialog')),
	}
}

test('the own instance notifies without a question', async () => {
	const { isAllowed, mayNotify, questions } = aPassenger()

	expect(isAllowed(own)).toBe(true)
	expect(await mayNotify(own)).toBe(true)
	expect(questions).toEqual([])
})

test.each([true, false])(
	'a friend’s instance asks first and once; the answer %j is kept over a restart [T30]',
	async (may) => {
		const { isAllowed, mayNotify, questions, answer, file } = aPassenger()
		expect(isAllowed(friend)).toBe(false)

		// Three concurrent requests share one question.
		const asked = [mayNotify(friend), mayNotify(friend), mayNotify(friend)]
		expect(isAllowed(friend)).toBe(false)
		answer(may)

		expect(await Promise.all(asked)).toEqual([may, may, may])
		expect(questions).toEqual(['May rides.example honk?'])
		const tomorrow = aPassenger(file)
		expect(tomorrow.isAllowed(friend)).toBe(may)
		expect(await tomorrow.mayNotify(friend)).toBe(may)
		expect(tomorrow.questions).toEqual([])
	},
)

test('each instance is asked about by itself, also one at the same host', async () => {
	const { isAllowed, mayNotify, questions, answer } = aPassenger()
	const first = mayNotify(friend)
	answer(true)
	await first

	expect(isAllowed(neighbour)).toBe(false)
	void mayNotify(neighbour)
	expect(questions).toEqual(['May rides.example honk?', 'May rides.example/b honk?'])
})

test('a question that could not be put is no answer, and is put again', async () => {
	const { mayNotify, questions, fail, answer } = aPassenger()
	const first = mayNotify(friend)
	fail()
	expect(await first).toBe(false)

	const second = mayNotify(friend)
	answer(true)
	expect(await second).toBe(true)
	expect(questions).toHaveLength(2)
})

test('a person who has changed their mind is not asked again', async () => {
	const { isAllowed, mayNotify, remember, questions, changes } = aPassenger()

	remember(friend.base, true)
	expect(isAllowed(friend)).toBe(true)
	remember(friend.base, false)
	expect(await mayNotify(friend)).toBe(false)
	expect(questions).toEqual([])
	expect(changes()).toBe(2)
})
