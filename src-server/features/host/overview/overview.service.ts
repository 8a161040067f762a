import type { HostAlerts } from '#contract/host/alerts.ts'
import { ACCEPTED_DAYS, acceptLight, type DoctorFinding, getOverview, type Overview } from '#contract/host/overview.ts'
import type { UserId } from '#contract/ids.ts'
import type { Instance } from '#contract/instance.ts'
import type { Context } from '#server/context.ts'
import { asHost, noteInJournal } from '#server/features/journal/journal.ts'
import { ownAddresses } from '#server/http/addresses/own-addresses.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { notFound } from '#server/http/problems.ts'
import { isAboutBackups, PLACE } from '#server/operations/doctor/backup-checks.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import type { QuickLook } from '#server/operations/doctor/quick-look.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Null if the database is in memory, without a data folder. */
export type LookAtFolder = ((now: Date, newestRow: Date | null) => QuickLook) | null

export function overviewFeature(
	{ db, queries, config, clock, isDesktop }: Context,
	{
		about,
		lookAtFolder,
		alertsNow,
	}: { about(): Omit<Instance, 'signIn'>; lookAtFolder: LookAtFolder; alertsNow(): HostAlerts | null },
): Feature {
	let startedAt = 0

	/** Recomputed if it drifts, because a small computer may start with a wrong clock. */
	function upSince(now: Date): Date {
		const reckoned = now.getTime() - process.uptime() * 1000
		if (Math.abs(reckoned - startedAt) > MINUTE_MS) startedAt = reckoned
		return new Date(startedAt)
	}

	function look(): Overview {
		const now = clock.now()
		const firstDay = Math.floor(now.getTime() / DAY_MS) - 6
		const newcomers = queries.overview.newcomersSince(new Date(firstDay * DAY_MS))
		const ratings = queries.overview.ratings(firstDay)
		const folder = lookAtFolder?.(now, queries.overview.newestDay())
		const { version, signup, mail } = about()
		return {
			version,
			signup,
			mail,
			upSince: upSince(now).toISOString(),
			people: { all: queries.metrics.members(), thisWeek: newcomers.people },
			ghosts: { all: queries.metrics.unclaimedGhosts(), thisWeek: newcomers.ghosts },
			ratings: { all: ratings.all, thisWeek: ratings.since },
			trips: queries.overview.trips(),
			dataBytes: folder?.dataBytes ?? null,
			newestBackupAt: folder?.newestBackupAt?.toISOString() ?? null,
			addresses: ownAddresses(config, { isDesktop }),
			passkeys: queries.passkeys.membersByHost(),
			findings: (folder?.findings ?? []).map((finding) => seenFrom(finding, now)),
			alerts: alertsNow(),
		}
	}

	function seenFrom(finding: Finding, now: Date): DoctorFinding {
		const { about, state, says, todo, texts, canBeFine } = finding
		const key = canBeFine ? keyOf(finding) : null
		const part = todo !== null && isAboutBackups(finding) ? 'backups' : null
		return { about, state, says, todo, texts, part, key, accepted: key !== null && isAccepted(key, now) }
	}

	/** True if a host accepted the finding. A downloaded backup counts as stored elsewhere. */
	function isAccepted(key: string, now: Date): boolean {
		const since = new Date(now.getTime() - ACCEPTED_DAYS * DAY_MS)
		const { isDoneSince } = queries.journal
		return (
			isDoneSince(since, { act: 'light_accepted', detail: key }) ||
			(key === PLACE_KEY && isDoneSince(since, { act: 'backup_downloaded' }))
		)
	}

	function accept(me: UserId, key: string): undefined {
		const lit = lookAtFolder?.(clock.now(), queries.overview.newestDay())?.findings ?? []
		if (!lit.some((finding) => finding.canBeFine && keyOf(finding) === key)) throw notFound('light_not_on')
		db.write(() =>
			noteInJournal({ queries, clock }, asHost(me), { act: 'light_accepted', detail: key, isOnceAMinute: true }),
		)
	}

	return {
		routes: [route(getOverview, look), route(acceptLight, ({ me, params }) => accept(me, params.key))],
	}
}

const keyOf = ({ about }: Pick<Finding, 'about'>) => about.toLowerCase().replaceAll(' ', '-')
const PLACE_KEY = keyOf({ about: PLACE })
