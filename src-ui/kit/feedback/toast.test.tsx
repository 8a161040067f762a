import { afterEach, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { loadLateParts } from '#ui/kit/late-part.ts'
import { closeToastOfEarlierAct, toast } from './toast.ts'
import { ToastViewport } from './toast-viewport.tsx'

beforeAll(loadLateParts)

/** Fake timers, so that no test waits five seconds. */
let now = 0
let timers = new Map<number, { at: number; run: () => void }>()
let nextId = 1
const spies: { mockRestore: () => void }[] = []

beforeEach(() => {
	now = Date.now()
	timers = new Map()
	spies.push(
		spyOn(Date, 'now').mockImplementation(() => now),
		spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay = 0) => {
			timers.set(nextId, { at: now + delay, run })
			return nextId++
		}) as typeof setTimeout),
		spyOn(globalThis, 'clearTimeout').mockImplementation(((id: number) => {
			timers.delete(id)
		}) as typeof clearTimeout),
	)
})

afterEach(() => {
	for (const spy of spies.splice(0)) spy.mockRestore()
})

const pass = (milliseconds: number) =>
	act(() => {
		now += milliseconds
		for (const [id, { at, run }] of [...timers]) {
			if (at > now || !timers.delete(id)) continue
			run()
		}
	})

const show = (words: Parameters<typeof toast>[0]) => {
	render(<ToastViewport />)
	act(() => {
		toast(words)
	})
}

test('a toast shows its words and leaves after five seconds [spec 9.25]', () => {
	show({ title: 'The verdict is in!', description: 'The tea has been spilled!' })
	expect(screen.getByText('The tea has been spilled!')).toBeDefined()

	pass(4900)
	expect(screen.getByText('The verdict is in!')).toBeDefined()
	pass(200)
	expect(screen.queryByText('The verdict is in!')).toBeNull()
})

test('a new toast takes the place of the old one [spec 9.29]', () => {
	show({ title: 'First' })

	act(() => {
		toast({ title: 'Second' })
	})

	expect(screen.queryByText('First')).toBeNull()
	expect(screen.getByText('Second')).toBeDefined()
	expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
})

test('a toast that is looked at waits', () => {
	show({ title: 'Read me' })
	pass(3000)

	act(() => screen.getByRole('alertdialog').focus())
	pass(60_000)
	expect(screen.getByText('Read me')).toBeDefined()

	act(() => screen.getByRole('alertdialog').blur())
	pass(2100)
	expect(screen.queryByText('Read me')).toBeNull()
})

test('Close takes it down', () => {
	show({ title: 'Logged out' })

	fireEvent.click(screen.getByRole('button', { name: 'Close' }))

	expect(screen.queryByText('Logged out')).toBeNull()
})

test('its action runs once, and the toast goes', () => {
	let undone = 0
	show({ title: 'Driver removed', action: { label: 'Undo', onPress: () => undone++ } })

	fireEvent.click(screen.getByRole('button', { name: 'Undo' }))

	expect(undone).toBe(1)
	expect(screen.queryByText('Driver removed')).toBeNull()
})

test('a failure is red and interrupts the screen reader; other news waits its turn', () => {
	show({ title: 'Login failed', variant: 'destructive' })
	expect(screen.getByRole('alert').textContent).toContain('Login failed')
	expect(document.querySelector('[data-variant="destructive"]')).not.toBeNull()

	act(() => {
		toast({ title: 'Welcome!' })
	})
	expect(screen.queryByRole('alert')).toBeNull()
	expect(screen.getByRole('status').textContent).toContain('Welcome!')
})

test.each([
	['typing', () => fireEvent.input(document.body)],
	['sending it again', () => fireEvent.submit(document.body)],
])('a failure is taken down by %s, and other news stays [spec 10.12]', (_, mend) => {
	show({ title: 'Login failed', variant: 'destructive' })
	act(() => void mend())
	expect(screen.queryByText('Login failed')).toBeNull()

	act(() => void toast({ title: 'Welcome!' }))
	act(() => void mend())
	expect(screen.getByText('Welcome!')).toBeDefined()
})

test('the first touch elsewhere takes it down; a touch on it does not [spec 15.38]', () => {
	show({ title: 'Driver removed' })
	fireEvent.pointerDown(screen.getByText('Driver removed'))
	expect(screen.getByText('Driver removed')).toBeDefined()

	act(() => void fireEvent.pointerDown(document.body))
	expect(screen.queryByText('Driver removed')).toBeNull()
})

test('the page keeps the space of a toast until the press that took it down is over, and so does not move under it', async () => {
	const { style } = document.documentElement
	const space = () => style.getPropertyValue('--toast-space')
	show({ title: 'Driver removed' })
	style.setProperty('--toast-space', '90px')

	act(() => void fireEvent.pointerDown(document.body))
	await Promise.resolve()
	expect(screen.queryByText('Driver removed')).toBeNull()
	expect(space()).toBe('90px')

	fireEvent.pointerUp(document.body)
	pass(100)
	await Promise.resolve()
	expect(space()).toBe('0px')
})

test.each([
	['a tap', () => fireEvent.pointerDown(document.body)],
	['a key', () => fireEvent.keyDown(document.body, { key: 'Enter' })],
])('another screen opened by %s takes a toast of before down, and not one of the same act [spec 10.12]', (_, doIt) => {
	show({ title: 'Driver removed' })
	act(() => void doIt())
	act(closeToastOfEarlierAct)
	expect(screen.queryByText('Driver removed')).toBeNull()

	act(() => void doIt())
	act(() => void toast({ title: 'Welcome!' }))
	act(closeToastOfEarlierAct)
	expect(screen.getByText('Welcome!')).toBeDefined()
})

test('F8 moves focus to the toasts', () => {
	show({ title: 'Welcome!' })

	fireEvent.keyDown(document.body, { key: 'F8' })

	expect(document.activeElement).toBe(screen.getByRole('region'))
})

test('a swipe to the right of 50 pixels dismisses, a shorter one does not', () => {
	show({ title: 'Swipe me' })
	const sticker = document.querySelector('.toast')
	if (!sticker) throw new Error('no toast')
	const swipe = (distance: number) => {
		fireEvent.pointerDown(sticker, { clientX: 100, button: 0 })
		fireEvent.pointerMove(sticker, { clientX: 100 + distance })
		fireEvent.pointerUp(sticker, { clientX: 100 + distance })
	}

	swipe(-200)
	swipe(49)
	expect(screen.getByText('Swipe me')).toBeDefined()
	swipe(50)
	expect(screen.queryByText('Swipe me')).toBeNull()
})

test('where people read from right to left, the swipe that dismisses goes to the left', () => {
	document.dir = 'rtl'
	try {
		show({ title: 'Swipe me' })
		const sticker = document.querySelector('.toast') ?? document.body
		const swipe = (distance: number) => {
			fireEvent.pointerDown(sticker, { clientX: 300, button: 0 })
			fireEvent.pointerUp(sticker, { clientX: 300 + distance })
		}

		swipe(200)
		expect(screen.getByText('Swipe me')).toBeDefined()
		swipe(-50)
		expect(screen.queryByText('Swipe me')).toBeNull()
	} finally {
		document.dir = ''
	}
})
