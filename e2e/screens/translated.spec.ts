import type { Page } from '@playwright/test'
import {
	addGhost,
	atPath,
	choose,
	chooseFromMore,
	expect,
	heading,
	openRow,
	submitVerdict,
	test,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'

/**
 * Runs in the page. Replaces every text node by two font elements, now and on each change, as Chrome's translation
 * does. The words stay, so that the test finds them, but React's text nodes are detached.
 */
function translate() {
	const texts = (node: Node): Text[] => {
		if (node instanceof Text)
			return node.data.trim() && !node.parentElement?.closest('font, script, style') ? [node] : []
		return [...node.childNodes].flatMap(texts)
	}
	const translateIn = (node: Node) => {
		for (const text of texts(node)) {
			const font = document.createElement('font')
			font.appendChild(document.createElement('font')).textContent = text.data
			text.parentNode?.replaceChild(font, text)
		}
	}
	new MutationObserver((records) => {
		for (const { addedNodes, target, type } of records)
			for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) translateIn(node)
	}).observe(document, { childList: true, characterData: true, subtree: true })
}

const fontsIn = (page: Page) => page.locator('main font').count()

test('where the browser translates every text, a guest rates and what changes is seen [B31]', async ({
	newPerson,
	member,
}) => {
	const rider = await member('rider')
	const guest = await newPerson()
	await guest.page.addInitScript(translate)
	await guest.open(`rating/${rider.id}`)
	await guest.page.getByRole('button', { name: 'Who sees this?' }).click()
	await choose(guest.page, 'With the evening post')
	await expect(guest.page.getByText(/^It opens .* if somebody else's waits by then/)).toBeVisible()
	await expect(guest.page.getByText('as soon as it is sent')).toHaveCount(0)
	await guest.page.keyboard.press('Escape')
	await expect(guest.page.getByText('Sealed until the evening post')).toBeVisible()
	await guest.page.getByRole('button', { name: 'Who sees this?' }).click()
	await choose(guest.page, 'Now')
	await guest.page.keyboard.press('Escape')
	await submitVerdict(guest.page)
	expect(await fontsIn(guest.page)).toBeGreaterThan(5)
	await chooseFromMore(guest.page, 'Change it')
	await guest.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

test('where the browser translates every text, the ways of members work', { tag: '@thorough' }, async ({ member }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Aunt Agatha')
	const { page, open } = rider
	await page.addInitScript(translate)
	await open('add-driver')
	await page.getByRole('combobox').fill(uniqueName('nobody'))
	await page.getByRole('button', { name: 'Search' }).click()
	await page.getByRole('button', { name: /^Add ".*" as a new driver/ }).click()
	await page.getByRole('textbox', { name: 'Name' }).fill('Uncle Bob')
	await page.getByRole('button', { name: 'Add Driver' }).click()
	await submitVerdict(page)
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(page.locator('.driver')).toHaveCount(2)

	await page.goto(`share-ghost/${ghost.id}`)
	await page.getByRole('button', { name: 'Copy link' }).click()
	await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Copied!' })).toHaveText('Copied!')

	await page.goto('settings')
	const section = page.getByRole('region', { name: 'Your face and name' })
	await openRow(page, 'Your face and name')
	await section.getByLabel('Display name').fill('Rider on the Storm')
	await section.getByRole('button', { name: 'Save Changes' }).click()
	await expect(toastTitled(page, 'Looking good')).toBeVisible()
	await openRow(page, 'Ways in')
	await page.getByLabel('Current password').fill('not-my-password')
	await page.getByLabel('New password').fill('a-freshly-cut-key')
	rider.expectStatus(403)
	await page.keyboard.press('Enter')
	await expect(page.getByText('That is not your current password')).toBeVisible()
	await open('home')
	await expect(page).toHaveURL(atPath('/home'))
	await expect(heading(page, /Who/)).toBeVisible()
})
