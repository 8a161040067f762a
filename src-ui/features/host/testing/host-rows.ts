import type { HostBackup } from '#contract/host/backups.ts'
import type { HostGhost } from '#contract/host/ghosts.ts'
import type { Invitation } from '#contract/host/invitations.ts'
import type { Person } from '#contract/host/people.ts'
import type { ReportedRating } from '#contract/host/reports.ts'
import { ALL_BAD } from '#contract/impressions.ts'

export const bob: HostGhost = {
	id: 7,
	name: 'Uncle Bob',
	avatarId: 2,
	createdBy: 'mum',
	claimedBy: null,
	ratingsWaiting: 3,
}
export const amy: HostGhost = {
	...bob,
	id: 8,
	name: 'Aunt Amy',
	createdBy: null,
	claimedBy: 'thief',
	ratingsWaiting: 0,
}

export const aPerson = (special: Partial<Person> = {}): Person => ({
	id: 8,
	username: 'mum',
	display_name: null,
	avatarId: 2,
	since: '2026-01-05',
	lastSeenWeek: '2026-03-09',
	readOnlyTokens: 0,
	isHost: false,
	connected: [],
	...special,
})

export const choir: Invitation = {
	id: 3,
	note: 'the choir',
	uses: 2,
	maxUses: 12,
	state: 'open',
	createdAt: '2026-11-22T09:30:00.000Z',
	expiresAt: '2026-11-29T09:30:00.000Z',
}

export const aReport = (special: Partial<ReportedRating> = {}): ReportedRating => ({
	id: 11,
	driver: { id: 102, username: 'uncle.bob', display_name: 'Uncle Bob', avatarId: 2 },
	rating: { ...ALL_BAD, safetyFeeling: 'safe', starRating: 1 },
	day: '2026-11-02',
	reason: 'harassment',
	reportedOn: '2026-11-03',
	status: 'reported',
	isForAnotherHost: false,
	...special,
})

export const BACKUP_NAME = 'backseat-2026-11-20T09-30-00Z-daily.db'

export const aBackup = (special: Partial<HostBackup> = {}): HostBackup => ({
	name: BACKUP_NAME,
	at: '2026-11-20T09:30:00.000Z',
	kind: 'daily',
	bytes: 3_240_000,
	isWhole: true,
	verifiedAt: null,
	isBeingVerified: false,
	problem: null,
	...special,
})
