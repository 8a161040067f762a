import type { DoctorFinding, Overview } from '#contract/host/overview.ts'

export const fineFinding = (about: string, more: Partial<DoctorFinding> = {}): DoctorFinding => ({
	about,
	state: 'ok',
	says: 'as it should be',
	todo: null,
	part: null,
	key: null,
	accepted: false,
	...more,
})

/** An instance with twelve members and no warnings. */
export const anOverview = (special: Partial<Overview> = {}): Overview => ({
	version: '0.14.0',
	upSince: new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString(),
	people: { all: 12, thisWeek: 2 },
	ghosts: { all: 3, thisWeek: 0 },
	ratings: { all: 1240, thisWeek: 14 },
	trips: 4,
	dataBytes: 3_240_000,
	newestBackupAt: new Date(Date.now() - 5 * 3_600_000 - 60_000).toISOString(),
	signup: 'invite',
	mail: false,
	addresses: [],
	passkeys: [],
	findings: [fineFinding('Clock'), fineFinding('Data folder')],
	alerts: null,
	...special,
})
