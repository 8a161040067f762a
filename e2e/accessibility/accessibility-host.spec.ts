import { makeHost } from '../fixtures/hosts.ts'
import { expect, heading } from '../fixtures/people.ts'
import { everybodyCanUse } from './accessible-states.ts'

everybodyCanUse("the host's page", {
	'the journal': async ({ driver: host, instance }) => {
		await makeHost(instance, host)
		await host.open('host/journal')
		await expect(host.page.getByText(`The terminal made ${host.username} host.`)).toBeVisible()
		return host.page
	},
	'the overview': async ({ driver: { page, open } }) => {
		await open('host')
		await expect(heading(page, 'Dashboard')).toBeVisible()
		await page.getByText(/checks are fine$/).click()
		await expect(page.getByText('looks at more')).toBeVisible()
		return page
	},
	'the way on for who is not host': async ({ rider: { page, open } }) => {
		await open('host')
		await expect(heading(page, 'Only hosts sit behind the wheel here.')).toBeVisible()
		return page
	},
})
