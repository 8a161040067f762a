import type { Page } from '@playwright/test'
import type { HostBackup, HostBackups } from '#contract/host/backups.ts'
import { press, type Shot } from './picture.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

function aBackup(hoursAgo: number, special: Partial<HostBackup> = {}): HostBackup {
	const at = ago(hoursAgo)
	const kind = special.kind ?? 'daily'
	const why = kind === 'before-migration' ? 'before-v7' : kind
	const name = `backseat-${at.slice(0, 19).replaceAll(':', '-')}Z-${why}.db`
	const found = { isWhole: true, verifiedAt: at, isBeingVerified: false, problem: null }
	return { name, at, kind, bytes: 24_300_000 - hoursAgo * 10_000, ...found, ...special }
}

const folder = '/var/lib/backseat/backups'
const restoring: HostBackups['restoring'] = {
	isDesktop: false,
	folder,
	dataFolder: '/var/lib/backseat',
	settings: '--data-dir /var/lib/backseat',
}
const some = [
	aBackup(2, { kind: 'manual' }),
	aBackup(9),
	aBackup(33, { isBeingVerified: true }),
	aBackup(57, { kind: 'before-migration', verifiedAt: null }),
	aBackup(81),
	aBackup(105, {
		verifiedAt: null,
		problem: 'It is damaged (row 7 missing from index ratings). It was left as it is.',
	}),
]
const quiet: HostBackups = { backups: some, underWay: null, failure: null, restoring }
const underWay = { startedAt: ago(0), state: 'copying', bytes: 14_200_000, ofBytes: 24_300_000 } as const

/** The page as it is when the server says this. */
const told =
	(list: Partial<HostBackups>, act: (page: Page) => Promise<unknown> = async () => undefined) =>
	async (page: Page) => {
		await page.route('**/api/host/backups', (route) => route.fulfill({ json: { ...quiet, ...list } }))
		await page.goto('host/backups')
		await page.getByRole('heading', { name: 'Going back to one' }).waitFor()
		await act(page)
	}

const toTheEnd = (page: Page) => page.getByRole('heading', { name: 'Going back to one' }).scrollIntoViewIfNeeded()

const reason = `No room for a backup in ${folder}: it needs 412 MB and 96 MB are free (ENOSPC). Free some, or set --backup-dir.`

/** All that the part of the backups may look like. */
export const backupShots = (as: string): Record<string, Shot> => ({
	'host-backups': { as, path: 'about:blank', act: told({}) },
	'host-backups-end': { as, path: 'about:blank', act: told({}, toTheEnd) },
	'host-backups-under-way': { as, path: 'about:blank', act: told({ underWay }) },
	'host-backups-checking': { as, path: 'about:blank', act: told({ underWay: { ...underWay, state: 'checking' } }) },
	'host-backups-failed': { as, path: 'about:blank', act: told({ failure: { at: ago(1), reason } }) },
	'host-backups-none': {
		as,
		path: 'about:blank',
		act: told({ backups: [], restoring: { ...restoring, isDesktop: true } }),
	},
	'host-backups-download': {
		as,
		path: 'about:blank',
		act: told({}, async (page) => {
			await page
				.getByRole('button', { name: /^Download the backup of / })
				.first()
				.click()
			await page.getByRole('dialog').waitFor()
		}),
	},
	'host-backups-password': {
		as,
		path: 'about:blank',
		act: told({}, async (page) => {
			await page.route('**/api/host/backups', (route) =>
				route.request().method() === 'POST' ? route.continue() : route.fallback(),
			)
			await press('Back up now')(page)
			await page.getByRole('dialog').waitFor()
		}),
	},
})
