import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { Instance } from '../fixtures/instance.ts'
import { test } from './walk.ts'

const theme = () => document.documentElement.dataset.theme
const colours = () => {
	const { backgroundColor } = getComputedStyle(document.documentElement)
	return { backgroundColor, color: getComputedStyle(document.body).color }
}

test('dark stays dark after a reload, and without a choice the device decides', async ({ newPerson }) => {
	const { open, tap, see, value, reload } = await newPerson()
	await open('home')
	await see({ role: 'heading', name: 'Who are you rating today?' })
	expect(await value(theme)).toBe('light')
	const light = await value(colours)
	await tap({ role: 'button', name: /^Theme/ })
	await tap({ role: 'menuitemradio', name: 'Dark' })
	await expect.poll(() => value(theme)).toBe('dark')
	await reload()
	await see({ role: 'heading', name: 'Who are you rating today?' })
	expect(await value(theme)).toBe('dark')
	const dark = await value(colours)
	expect(dark.backgroundColor).not.toBe(light.backgroundColor)
	expect(dark.color).not.toBe(light.color)

	const atNight = await newPerson({ isDark: true })
	await atNight.open('home')
	expect(await atNight.value(theme)).toBe('dark')
	expect(await atNight.value(colours)).toEqual(dark)
})

test('with text twice as large no screen scrolls sideways', async ({ member, newPerson }) => {
	const rater = await member('rater')
	const ghost = await rater.ask<{ id: number; ghostClaimToken: string }>('POST', 'api/ghost-drivers', {
		username: 'Great-aunt Wilhelmina',
	})
	await rater.ask('POST', 'api/ratings', {
		driverId: ghost.id,
		starRating: 4,
		...ALL_GOOD,
	})
	const guest = await newPerson()
	const { id } = ghost
	const screens = [
		'home',
		`rating/${id}`,
		`profile/${id}`,
		`infographic/${id}`,
		`share-ghost/${id}`,
		'verdicts',
		'settings',
	]
	for (const [person, paths] of [
		[rater, [...screens, 'add-driver']],
		[guest, ['', 'home', 'auth', `rating/${id}`, `claim/${ghost.ghostClaimToken}`]],
	] as const)
		for (const path of paths) {
			await person.open(path)
			await person.see({ role: 'heading' })
			await person.value(() => document.documentElement.style.setProperty('font-size', '200%'))
			await expect.poll(() => person.value(wider), `${path} is as wide as the window`).toEqual([])
		}
})

/** Returns the overflowing elements if the page scrolls sideways. Runs in the page. */
function wider() {
	const { clientWidth, scrollWidth } = document.documentElement
	if (scrollWidth <= clientWidth) return []
	return [...document.querySelectorAll('body *')]
		.filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
		.map((element) => element.outerHTML.slice(0, 100))
}

/** Dates the ratings two days apart, like months of use. */
function spreadRatings({ dataDir }: Instance) {
	const data = new DatabaseSync(join(dataDir, 'backseat.db'))
	data.exec('UPDATE ratings SET created_at = created_at - ((SELECT max(id) FROM ratings) - id) * 2 * 86400000')
	data.close()
}

test("'back' leads to the same place of a long profile", async ({ member, instance }) => {
	const driver = await member('driver')
	const address = `${instance.address}api/ratings`
	const rating = {
		driverId: driver.id,
		starRating: 4,
		...ALL_GOOD,
		rideQuality: 'bumpy',
	}
	for (let given = 0; given < 100; given++) {
		const headers = { 'Content-Type': 'application/json' }
		expect((await fetch(address, { method: 'POST', headers, body: JSON.stringify(rating) })).status).toBe(201)
	}
	spreadRatings(instance)
	const { open, see, value, press, back, at } = driver
	await open(`profile/${driver.id}`)
	for (const lines of [40, 60, 80, 99]) {
		await see({ role: 'button', name: 'Show more' })
		// Uses the keyboard: two quick clicks count as a double click, which the button treats as one.
		await value(() =>
			[...document.querySelectorAll('button')].find((button) => button.textContent === 'Show more')?.focus(),
		)
		await press('Enter')
		await expect.poll(() => value(() => document.querySelectorAll('.rating-line').length)).toBe(lines)
	}
	await value(() =>
		document.querySelectorAll('.rating-line')[60]?.scrollIntoView({ block: 'center', behavior: 'instant' }),
	)
	await expect.poll(() => value(lineInTheMiddle)).toBeGreaterThan(50)
	const left = await value(lineInTheMiddle)
	// In a wide window the link is off screen, and scrolling to it would change the position to restore.
	await value(() => document.querySelector<HTMLElement>('a[href*="/infographic/"]')?.click())
	await at(/^infographic\//)
	await see('100 rides rated')
	await back()
	await at(/^profile\//)

	await expect.poll(async () => Math.abs((await value(lineInTheMiddle)) - left)).toBeLessThan(2)
})

/** Lines look alike, so their number identifies them. Runs in the page. */
function lineInTheMiddle() {
	const middle = window.innerHeight / 2
	const lines = [...document.querySelectorAll('.rating-line')]
	return lines.findIndex((line) => line.getBoundingClientRect().bottom > middle)
}
