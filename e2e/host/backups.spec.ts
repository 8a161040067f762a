import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { confirmHost, makeHost } from '../fixtures/hosts.ts'
import { operator } from '../fixtures/operator.ts'
import { expect, heading, PASSWORD, rate, test } from '../fixtures/people.ts'

const receipts = (page: Page) => page.getByRole('article')

test('a host makes a backup, sees it verified, and takes it home, where it is good', async ({
	ownInstance,
	member,
}, info) => {
	const instance = await ownInstance()
	const host = await member('host', { on: instance })
	const rider = await member('rider', { on: instance })
	await rate(rider, host.id, { stars: 5 })
	await makeHost(instance, host)
	const { page, open } = host
	await open('host/backups')
	await expect(heading(page, 'No spare wheel yet')).toBeVisible()

	// The act is refused until the password is confirmed, and then runs at once.
	host.expectStatus(403)
	await page.getByRole('button', { name: 'Back up now' }).click()
	const password = page.getByRole('dialog', { name: 'Hands on the wheel' })
	await password.getByLabel('Your password').fill(PASSWORD)
	await password.getByRole('button', { name: 'Go on' }).click()
	await expect(receipts(page)).toHaveCount(1)
	await expect(receipts(page).getByText('Verified', { exact: true })).toBeVisible()

	await page.getByRole('button', { name: /^Download the backup of / }).click()
	const dialog = page.getByRole('dialog', { name: 'Take everything along?' })
	await expect(dialog).toContainText('who rated whom')
	const coming = page.waitForEvent('download')
	await dialog.getByRole('button', { name: 'Download' }).click()
	const download = await coming
	const name = download.suggestedFilename()
	await expect(receipts(page)).toContainText(name)
	const home = info.outputPath(name)
	await download.saveAs(home)
	const said = await operator(instance, 'backup', 'verify', home)
	expect(said).toContain(`${home} is good.`)
	expect(said).toMatch(/\nratings +1\n/)
	expect(await operator(instance, 'backup', 'verify', name)).toContain('is good')
	expect((await readFile(home)).subarray(0, 15).toString()).toBe('SQLite format 3')

	await open('host')
	await expect(page.getByText(`made the backup ${name}.`)).toBeVisible()
	await expect(page.getByText(`downloaded the backup ${name}.`)).toBeVisible()
	await expect(page.getByText(`The terminal checked the backup ${name}.`)).toBeVisible()
})

test('a backup goes on when the tab is closed, and is there when its host comes back', { tag: '@thorough' }, async ({
	ownInstance,
	member,
}) => {
	const instance = await ownInstance()
	const host = await member('host', { on: instance })
	await makeHost(instance, host)
	await confirmHost(host)
	await host.open('host/backups')

	const asked = host.page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/backups'))
	await host.page.getByRole('button', { name: 'Back up now' }).click()
	await asked
	const later = await host.context.newPage()
	await host.page.close()
	await later.goto('host/backups')

	await expect(receipts(later)).toHaveCount(1)
	await expect(receipts(later).getByText('Verified', { exact: true })).toBeVisible()
})
