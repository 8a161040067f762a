import type { Page } from '@playwright/test'
import { ENGLISH, LANGUAGE_COOKIE, offeredLanguages } from '#contract/languages.ts'
import { entriesOf, readCatalogue } from '../../scripts/languages/catalogues.ts'
import { expectAccessible } from '../accessibility/accessible.ts'
import { addGhost, expect, rate, test } from '../fixtures/people.ts'
import { expectNothingCutOff } from './cut-off.ts'

const EVERY_CASE = process.env.E2E_EVERY_CASE === '1'
/** German has the longest words and Arabic the other direction; the others come in `bun run test:all`. */
const languages = offeredLanguages.filter(
	({ tag }) => tag !== ENGLISH.tag && (EVERY_CASE || tag === 'de' || tag === 'ar'),
)

test.use({ viewport: { width: 360, height: 740 } })

/** The file of all texts, without which first screens must work. */
const OTHER_TEXTS = /assets\/[\w-]+-rest-/

for (const { tag, direction } of languages)
	test(`each screen speaks ${tag} alone, and has room for it`, async ({ member, newPerson, instance }, { project }) => {
		test.skip(project.name !== 'phone', 'The narrowest screen is the hardest.')
		const rider = await member('theo')
		const ghost = await addGhost(rider, 'Uncle Bob')
		await rate(rider, ghost.id)
		const trip = await rider.ask<{ token: string }>('POST', '/api/trips', { name: 'Zur See', driverIds: [ghost.id] })
		const visitor = await newPerson()
		visitor.expectStatus(404)
		const english = englishOnly(tag)
		for (const [person, path, isOfOneFile] of [
			[visitor, 'home', true],
			[visitor, 'auth', true],
			[visitor, `claim/${ghost.token}`, true],
			[visitor, `rating/${ghost.id}`, true],
			[visitor, `trip/${trip.token}`, true],
			// The refusal is translated, too.
			[visitor, 'invite/no-such-token-anywhere'],
			[rider, 'home', true],
			[rider, `infographic/${ghost.id}`, true],
			[rider, `profile/${rider.id}`, true],
			[rider, 'add-driver'],
			[rider, 'verdicts'],
			[rider, 'settings'],
			[rider, 'glovebox'],
			[rider, 'trip/new'],
		] as const) {
			await person.context.addCookies([{ name: LANGUAGE_COOKIE, value: tag, url: instance.address }])
			const { page } = person
			const stands = Promise.withResolvers<void>()
			if (isOfOneFile)
				await page.route(OTHER_TEXTS, async (route) => {
					await stands.promise
					await route.continue()
				})
			await person.open(path)
			await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
			await expect(page.locator('.first-words, .skeleton')).toHaveCount(0)
			stands.resolve()
			await page.unrouteAll({ behavior: 'wait' })
			expect.soft(await page.evaluate(() => [document.documentElement.lang, document.dir])).toEqual([tag, direction])
			await expectNothingCutOff(page, `${path} in ${tag}`)
			if (direction === 'rtl' || EVERY_CASE) await expectAccessible(page, `${path} in ${tag}`)
			// Last, when the late parts of the page are there.
			expect
				.soft(
					(await textsOn(page)).filter((text) => english.has(text)),
					path,
				)
				.toEqual([])
		}
		// React Aria has strings of its own.
		await rider.open('add-driver')
		await rider.page.getByRole('combobox').fill((await member('elke')).username)
		await expect(rider.page.getByRole('listbox')).not.toHaveAccessibleName('Suggestions')
	})

/** English texts that the language says otherwise, and never as words of its own. */
function englishOnly(tag: string): ReadonlySet<string> {
	const entries = [...entriesOf(readCatalogue(tag)).values()]
	const own = new Set(entries.flatMap(({ msgstr }) => msgstr))
	return new Set(entries.map(({ msgid }) => msgid).filter((text) => !own.has(text)))
}

/** All visible texts and all names that screen readers announce. */
const textsOn = (page: Page) =>
	page.evaluate(() => {
		const texts: string[] = [document.title.replace(/ · Backseat$/, '')]
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		while (walker.nextNode())
			if (!/^(SCRIPT|STYLE|NOSCRIPT)$/.test(walker.currentNode.parentElement?.tagName ?? ''))
				texts.push(walker.currentNode.textContent?.trim() ?? '')
		for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
			for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
		return texts.filter((text) => text !== '')
	})
