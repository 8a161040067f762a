import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { Avatar, initials } from './avatar.tsx'

test('initials are the first letter of each word, in capitals [spec 9.22]', () => {
	expect(initials('uncle bob')).toBe('UB')
	expect(initials('maria.p')).toBe('M')
	expect(initials('  ada  lovelace ')).toBe('AL')
	expect(initials('élodie ångström 👩‍👩‍👧 crew')).toBe('ÉÅ👩‍👩‍👧C')
	expect(initials('')).toBe('')
})

test('in a browser that cannot tell characters apart everybody still has initials', () => {
	const { Segmenter } = Intl
	Reflect.deleteProperty(Intl, 'Segmenter')
	try {
		expect(initials('uncle bob')).toBe('UB')
	} finally {
		Object.assign(Intl, { Segmenter })
	}
})

test('each of the five faces is its own drawing [spec 9.5]', () => {
	const drawings = [1, 2, 3, 4, 5].map((avatarId) => {
		const { container } = render(<Avatar avatarId={avatarId} name="Theo" />)
		return container.querySelector('svg')?.innerHTML
	})

	expect(drawings).not.toContain(undefined)
	expect(new Set(drawings).size).toBe(5)
})

test('a driver with an unknown face shows initials', () => {
	const { container } = render(<Avatar avatarId={9} name="Ada Lovelace" />)

	expect(screen.getByText('AL')).toBeDefined()
	expect(container.querySelector('svg')).toBeNull()
})

test('only an unclaimed ghost looks like one', () => {
	const { container, rerender } = render(<Avatar avatarId={1} name="Bob" isUnclaimedGhost />)
	expect(container.querySelector('[data-ghost]')).not.toBeNull()

	rerender(<Avatar avatarId={1} name="Bob" />)
	expect(container.querySelector('[data-ghost]')).toBeNull()
})

test('a screen reader hears the name beside the face, not the face', () => {
	const { container } = render(<Avatar avatarId={1} name="Bob" />)

	expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})
