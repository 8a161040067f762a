import { use, useLayoutEffect } from 'react'

/** As long as a press may hold back the screen, whose commit would take its link away. */
const PRESS_MS = 300

let press: Promise<void> | undefined

function notePress() {
	press = new Promise<void>((resolve) => {
		for (const end of ['click', 'pointercancel']) addEventListener(end, () => setTimeout(resolve), { once: true })
		setTimeout(resolve, PRESS_MS)
	}).then(() => {
		press = undefined
	})
}

export const followPresses = (root: HTMLElement) => root.addEventListener('pointerdown', notePress)

/** Keeps the parts that were on the screen already from coming in with a movement once more. */
function keepStill(root: HTMLElement) {
	root.dataset.wasWritten = ''
	requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.wasWritten))
}

/** Rendered last in the first commit, which replaces the links that the server wrote: a press ends first, and the focus stays. */
export function FirstWordsReplaced({ root }: { root: HTMLElement }) {
	if (press) use(press)
	const focused = root.querySelector<HTMLElement>('.first-words a:focus')
	const href = focused?.getAttribute('href')
	const links = () => Array.from(root.querySelectorAll<HTMLElement>(`a[href="${href}"]`))
	const index = focused ? links().indexOf(focused) : -1
	const wasWritten = root.querySelector('.first-words') !== null
	useLayoutEffect(() => {
		root.removeEventListener('pointerdown', notePress)
		if (wasWritten) keepStill(root)
		links()[index]?.focus({ preventScroll: true })
	})
	return null
}
