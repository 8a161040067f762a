import { beforeAll, expect, test } from 'bun:test'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Button } from '#ui/kit/button.tsx'
import { loadLateParts } from '#ui/kit/late-part.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { closeToastOfEarlierAct, toast, toasts } from './toast.ts'
import { ToastViewport } from './toast-viewport.tsx'

beforeAll(loadLateParts)

const FAILED = { title: 'Search failed', description: 'Failed to search for user.', variant: 'destructive' } as const
const complaint = () => document.querySelector('.complaint')?.textContent

function failed(
	words: Parameters<typeof toast>[0] = FAILED,
	page = <Page action={<Button>Search</Button>}>Find</Page>,
) {
	render(
		<>
			{page}
			<ToastViewport />
		</>,
	)
	act(() => void toast(words))
}

test('what failed stands on the screen when its toast is gone, and is read out once [spec 12.18]', () => {
	failed()
	act(() => void fireEvent.pointerDown(document.body))

	expect(toasts.visibleToasts).toEqual([])
	expect(complaint()).toBe('Search failed. Failed to search for user.')
	expect(screen.queryByRole('alert')).toBeNull()
})

test('a title that says nothing is left out', () => {
	failed({ ...FAILED, title: 'Error' })
	expect(complaint()).toBe('Failed to search for user.')
})

test('it stands also on a page without actions, and in a dialog that is open', () => {
	failed(
		FAILED,
		<Page>
			<Dialog title="Find" isOpen onOpenChange={() => undefined}>
				Who?
			</Dialog>
		</Page>,
	)
	expect([...document.querySelectorAll('.complaint')].map(({ textContent }) => textContent)).toEqual([
		'Search failed. Failed to search for user.',
		'Search failed. Failed to search for user.',
	])
	expect(screen.getByRole('dialog').textContent).toContain('Search failed. ')
})

test.each([
	['it is typed anew', () => fireEvent.input(document.body)],
	['it is sent anew', () => fireEvent.submit(document.body)],
	['something else is said', () => void toast({ title: 'Welcome!' })],
	['another screen opens', openAnother],
])('it goes when %s', (_, mend) => {
	failed()
	act(() => toasts.clear())
	act(() => void mend())
	expect(complaint()).toBeUndefined()
})

test('what stands at a field, and what went well, is not said again', () => {
	failed({ ...FAILED, isOnScreen: true })
	expect(complaint()).toBeUndefined()
	act(() => void toast({ title: 'Welcome!' }))
	expect(complaint()).toBeUndefined()
})

function openAnother() {
	fireEvent.pointerDown(document.body)
	closeToastOfEarlierAct()
}
