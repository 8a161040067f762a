import type { Page } from '@playwright/test'
import { confirmHost } from '../fixtures/hosts.ts'
import { lanAddress } from '../fixtures/lan.ts'
import { pathOf } from '../fixtures/operator.ts'
import { atPath, expect, inInstance, PASSWORD, test, uniqueName } from '../fixtures/people.ts'
import { scan } from '../fixtures/qr-code.ts'
import { expectNothingCutOff } from '../screens/cut-off.ts'

test('from the set-up link it takes one more scan until a friend is signed in, and the host sees who came [spec 12.13]', {
	tag: '@thorough',
}, async ({ ownInstance, newPerson }) => {
	test.skip(!lanAddress, 'This machine is on no network, so there is no address for others')
	const instance = await ownInstance('--lan')
	const on = { address: `http://${lanAddress}:${new URL(instance.address).port}${inInstance('/')}` }
	const [{ page, open }, friend] = [await newPerson({ on }), await newPerson({ on })]
	for (const path of ['', 'auth']) {
		await friend.open(path)
		const words = 'Nobody is host yet. If you set this up, open the link from where it was started.'
		await expect(friend.page.getByText(words)).toBeVisible()
	}
	await open(pathOf(instance.log()))
	await signUp(page, uniqueName('host'))

	const steps = page.getByRole('region', { name: 'You have the wheel' }).getByRole('heading', { level: 3 })
	await expect(steps).toHaveText([/Let somebody in/, /your own link/, /the first driver/])
	const link = await scan(page.getByRole('img', { name: 'QR code to sign up' }))
	await friend.page.goto(link)
	const name = uniqueName('friend')
	await signUp(friend.page, name)
	// The step completes without a tap.
	await expect(steps.first()).toHaveText('Done: Let somebody in', { timeout: 10_000 })
	await expect(page.getByRole('region', { name: 'Others here' }).getByRole('link', { name })).toBeVisible()

	await page.getByRole('link', { name: 'behind the wheel' }).click()
	await page.waitForURL(atPath('/host'))
	await expect(page.getByRole('row')).toHaveText([/In all.*This week/, 'People2+2', 'Ghosts waiting00', 'Ratings00'])
	await expectNothingCutOff(page, 'the overview')
	expect(await scan(page.getByRole('img', { name: /^QR code for/ }))).toBe(on.address)

	await open('home')
	await page.getByRole('region', { name: 'You have the wheel' }).getByRole('button', { name: 'Close' }).click()
	await expect(page.getByRole('heading', { name: 'You have the wheel' })).toHaveCount(0)
})

async function signUp(page: Page, username: string) {
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
	await page.waitForURL(atPath('/home'))
}

test('what needs the host says what to do, and leads to where it is done; the rest is folded away [spec 12.15]', {
	tag: ['@desktop', '@thorough'],
}, async ({ ownInstance, newPerson }) => {
	const instance = await ownInstance('--backup-keep-daily', '0')
	const { page, open, ask } = await newPerson({ on: instance })
	const [, invite] = pathOf(instance.log()).split('/')
	await ask('POST', '/api/users', { username: uniqueName('host'), password: PASSWORD, invite })
	await confirmHost({ ask })
	await open('host')

	const light = page.getByRole('listitem').filter({ hasText: 'There is none, and backup-keep-daily 0 makes none.' })
	await expect(light).toContainText('Next: Make one')
	await expect(page.getByText('looks at more')).toBeHidden()
	await page.getByText(/checks are fine$/).press('Enter')
	await expect(page.getByText(`${instance.dataDir}/backseat.db takes what is saved`)).toBeVisible()
	await expect(page.getByText('looks at more')).toBeVisible()
	await expectNothingCutOff(page, 'the overview')
	const place = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Place of backups' }) })
	await place.getByRole('button', { name: 'Fine for us: Place of backups' }).press('Enter')
	await expect(place).toHaveCount(0)
	await expect(light).toBeVisible()
	await light.getByRole('link', { name: 'Go to Backups' }).press('Enter')
	await page.waitForURL(atPath('/host/backups'))
})
