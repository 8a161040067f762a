import { lanAddress } from '../fixtures/lan.ts'
import { pathOf } from '../fixtures/operator.ts'
import {
	addGhost,
	atPath,
	expect,
	inInstance,
	openAccountMenu,
	PASSWORD,
	rate,
	test,
	uniqueName,
} from '../fixtures/people.ts'
import { scan } from '../fixtures/qr-code.ts'
import { expectNothingCutOff } from '../screens/cut-off.ts'

test('the first host uses the set-up link, sits behind the wheel, sees who comes, and lets a friend scan the way in', async ({
	ownInstance,
	newPerson,
	member,
}) => {
	test.skip(!lanAddress, 'This machine is on no network, so there is no address for others')
	const instance = await ownInstance('--lan')
	const on = { address: `http://${lanAddress}:${new URL(instance.address).port}${inInstance('/')}` }
	const { page, open, ask } = await newPerson({ on })
	const host = uniqueName('host')
	await open(pathOf(instance.log()))
	await page.getByLabel('Username').fill(host)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
	await page.waitForURL(atPath('/home'))
	await rate({ ask }, (await addGhost({ ask }, 'Uncle Bob')).id)

	await openAccountMenu(page, host)
	await page.getByRole('menuitem', { name: 'Behind the wheel' }).click()
	await page.waitForURL(atPath('/host'))
	await expect(page.getByRole('row')).toHaveText([/In all.*This week/, 'People1+1', 'Ghosts waiting1+1', 'Ratings1+1'])
	await expectNothingCutOff(page, 'the overview')
	const link = await scan(page.getByRole('img', { name: /^QR code for/ }))
	expect(link).toBe(on.address)

	// The friend who scanned it has come when the host looks again.
	await member('friend', { on: { address: link } })
	await page.reload()
	await expect(page.getByRole('row', { name: 'People' })).toHaveText('People2+2')
})

test('what needs the host says what to do, and leads to where it is done; the rest is folded away', {
	tag: '@desktop',
}, async ({ ownInstance, newPerson }) => {
	const instance = await ownInstance('--backup-keep-daily', '0')
	const { page, open, ask } = await newPerson({ on: instance })
	const [, invite] = pathOf(instance.log()).split('/')
	await ask('POST', '/api/users', { username: uniqueName('host'), password: PASSWORD, invite })
	await open('host')

	const light = page.getByRole('listitem').filter({ hasText: 'There is none, and backup-keep-daily 0 makes none.' })
	await expect(light).toContainText('Next: Make one')
	await expect(page.getByText('looks at more')).toBeHidden()
	await page.getByText(/checks are fine$/).press('Enter')
	await expect(page.getByText(`${instance.dataDir}/backseat.db takes what is saved`)).toBeVisible()
	await expect(page.getByText('looks at more')).toBeVisible()
	await expectNothingCutOff(page, 'the overview')
	await light.getByRole('link', { name: 'Go to Backups' }).press('Enter')
	await page.waitForURL(atPath('/host/backups'))
})
