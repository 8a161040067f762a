import { openidProvider } from '../../src-server/testing/openid-provider.ts'
import { expect, heading, openRow, test, uniqueName } from '../fixtures/people.ts'

const MUM = { sub: 'mum-there', preferred_username: 'Mum Miller', name: 'Mum Miller' }

test('a newcomer comes in from the provider, logs out, and is known the next time; the code stays in no address', async ({
	newPerson,
	ownInstance,
}) => {
	const port = 20_000 + Math.floor(Math.random() * 20_000)
	const address = `http://localhost:${port}`
	const provider = await openidProvider({ redirectUri: `${address}/oidc/callback` })
	provider.isHere(MUM)
	const { oidcClientId, oidcClientSecret } = provider.settings
	const flags = {
		port: String(port),
		'base-path': '/',
		'public-url': address,
		'oidc-issuer': provider.issuer,
		'oidc-name': 'The Millers',
		'oidc-client-id': oidcClientId,
		'oidc-client-secret': oidcClientSecret,
	}
	const on = await ownInstance(...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]))
	const { page, expectVisitTo } = await newPerson({ on, isNew: true })
	expectVisitTo(provider.issuer)
	await page.goto(`${address}/auth`)

	await page.getByRole('tab', { name: 'Log In' }).click()
	await page.getByRole('button', { name: 'Log in with The Millers' }).click()

	await expect(heading(page, 'Hop in, Mum Miller')).toBeVisible()
	expect(page.url()).toBe(`${address}/oidc/callback`)
	const name = uniqueName('mum')
	await page.getByLabel('Username').fill(name)
	await page.getByRole('button', { name: 'Take this seat' }).click()
	await page.waitForURL(`${address}/home`)

	await page.goto(`${address}/settings`)
	await openRow(page, 'Ways in')
	await expect(page.getByText('The Millers: connected')).toBeVisible()
	await page.context().clearCookies({ name: 'backseat_session' })
	await page.goto(`${address}/auth?sso=1`)
	await page.waitForURL(`${address}/home`)
	await expect(page.getByText(`You've successfully logged in as ${name}`)).toBeVisible()
	provider.end()
})
