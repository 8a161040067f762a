import type { APIRequestContext } from '@playwright/test'
import { SEED_PASSWORD } from '#db/seed.ts'
import { logIn, type Shot } from './picture.ts'
import { backupShots } from './pictures-of-backups.ts'

/** Who sits behind the wheel in the seeded family. */
export const HOST = 'grandma.elke'

const THEO = 104
const NEWBIE = 105

/** What changes nothing that another picture shows. */
async function aBusyDay(request: APIRequestContext) {
	await logIn(request, HOST)
	const act = (path: string, data: object = {}) => request.post(`./api/host/${path}`, { data })
	await act('confirm', { password: SEED_PASSWORD })
	await act('invitations', { note: 'Choir practice', uses: 3, days: 7 })
	await request.put(`./api/host/people/${NEWBIE}`, { data: { username: 'new.bee' } })
	await request.put(`./api/host/people/${NEWBIE}`, { data: { username: 'newbie' } })
	await act(`people/${THEO}/reset-link`)
}

/** Theo finds two of his ratings unfair. */
async function twoReports(request: APIRequestContext) {
	await logIn(request, 'theo')
	const received = await (await request.get('./api/ratings/received')).json()
	for (const [nth, reason] of ['not_my_ride', 'harassment'].entries())
		await request.post(`./api/ratings/${received[nth].id}/report`, { data: { reason } })
}

/** The host's page, a part at a time. */
export const hostShots: Record<string, Shot> = {
	host: { as: HOST, path: 'host', act: (page) => page.getByRole('heading', { name: 'Dashboard' }).waitFor() },
	'host-journal': {
		before: aBusyDay,
		as: HOST,
		path: 'host/journal',
		act: (page) => page.getByText('The terminal').first().waitFor(),
	},
	'host-ghosts': { as: HOST, path: 'host/ghosts', act: (page) => page.getByText('New link').first().waitFor() },
	'host-invitations': {
		as: HOST,
		path: 'host/invitations',
		act: (page) => page.getByRole('heading', { name: 'So far' }).waitFor(),
	},
	'host-people': { as: HOST, path: 'host/people', act: (page) => page.getByText('Reset link').first().waitFor() },
	...backupShots(HOST),
	'host-password': {
		as: HOST,
		path: 'host/people',
		act: async (page) => {
			await page.getByRole('button', { name: 'Reset link for theo' }).click()
			await page.getByLabel('Your password').fill('reverse-gear')
			await page.getByRole('button', { name: 'Go on' }).click()
			await page.getByText('That is not your current password').waitFor()
		},
	},
	'host-reports': {
		before: twoReports,
		as: HOST,
		path: 'host/reports',
		act: (page) => page.getByText('Harassment').waitFor(),
	},
	'profile-reported': { before: twoReports, as: 'theo', path: `profile/${THEO}` },
	'host-refused': { as: 'jonas', path: 'host' },
}
