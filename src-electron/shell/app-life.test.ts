import { expect, test } from 'bun:test'
import { createAppLife } from './app-life.ts'
import type { Shell } from './shell.ts'

const LINK = 'backseat://claim/abcdefghij?server=https%3A%2F%2Frides.example%2F'

/** A fake shell that records its calls. */
function aLife({ staysWithoutWindow = false } = {}) {
	const asked: string[] = []
	const { promise: ended, resolve: end } = Promise.withResolvers<void>()
	const shell = {
		start: (link: string | null) => void asked.push(`start ${link}`),
		openLink: (link: string) => void asked.push(`link ${link}`),
		show: () => void asked.push('show'),
		staysWithoutWindow: () => staysWithoutWindow,
		end: () => {
			asked.push('end')
			return ended
		},
	} as Shell
	const life = createAppLife({ quit: () => void asked.push('quit') })
	let held = 0
	const event = { preventDefault: () => void held++ }
	return { life, shell, asked, event, end, held: () => held }
}
const aMoment = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('a link that macOS hands over before the app is ready is opened with the first window', () => {
	const { life, shell, asked, event, held } = aLife()
	life.openUrl(event, LINK)
	life.begin(shell, ['backseat'])

	expect(asked).toEqual([`start ${LINK}`])
	expect(held()).toBe(1)
})

test('a link among the words of the start is opened; one that comes later, at once', () => {
	const { life, shell, asked, event } = aLife()
	life.begin(shell, ['backseat', '--flag', LINK])
	life.openUrl(event, LINK)

	expect(asked).toEqual([`start ${LINK}`, `link ${LINK}`])
})

test('a second start shows the window, and opens the link it brings', () => {
	const { life, shell, asked } = aLife()
	life.secondStart([LINK])
	expect(asked).toEqual([])

	life.begin(shell, [])
	life.secondStart(['backseat'])
	life.secondStart(['backseat', LINK])
	expect(asked).toEqual(['start null', 'show', 'show', `link ${LINK}`])
})

test('without a window the app ends, unless it keeps serving', () => {
	const over = aLife()
	over.life.begin(over.shell, [])
	over.life.lastWindowClosed()
	expect(over.asked).toContain('quit')

	const serving = aLife({ staysWithoutWindow: true })
	serving.life.begin(serving.shell, [])
	serving.life.lastWindowClosed()
	expect(serving.asked).not.toContain('quit')
})

test('quitting waits for the server, however often it is asked for', async () => {
	const { life, shell, asked, event, end, held } = aLife()
	life.begin(shell, [])
	life.beforeQuit(event)
	life.beforeQuit(event)
	await aMoment()
	expect([asked, held()]).toEqual([['start null', 'end'], 2])

	end()
	await aMoment()
	expect(asked).toEqual(['start null', 'end', 'quit'])
	life.beforeQuit(event)
	expect(held()).toBe(2)
})

test('an app that has not begun yet quits at once', () => {
	const { life, event, held } = aLife()
	life.beforeQuit(event)

	expect(held()).toBe(0)
})

test('a computer that shuts down is not held up', () => {
	const { life, shell, asked, event, held } = aLife()
	life.begin(shell, [])
	life.systemShutdown()
	life.beforeQuit(event)

	expect([asked, held()]).toEqual([['start null', 'end'], 0])
})
