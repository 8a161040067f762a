import { type DoctorFinding, getOverview, type Overview } from '#contract/host/overview.ts'
import type { Instance } from '#contract/instance.ts'
import type { Context } from '#server/context.ts'
import { ownAddresses } from '#server/http/addresses/own-addresses.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { isAboutBackups } from '#server/operations/doctor/backup-checks.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import type { QuickLook } from '#server/operations/doctor/quick-look.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Looks at the data folder; null where the data are in memory. */
export type LookAtFolder = ((now: Date, newestRow: Date | null) => QuickLook) | null

/** The instance at a glance. */
export function overviewFeature(
	{ queries, config, clock, isDesktop }: Context,
	{ about, lookAtFolder }: { about(): Instance; lookAtFolder: LookAtFolder },
): Feature {
	let startedAt = 0

	/** When this process started. While a small computer starts, its clock may still be wrong: then it is reckoned anew. */
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
			dataBytes: folder?.dataBytes ?? null,
			newestBackupAt: folder?.newestBackupAt?.toISOString() ?? null,
			addresses: ownAddresses(config, { isDesktop }),
			findings: (folder?.findings ?? []).map(withPart),
		}
	}

	return { routes: [route(getOverview, look)] }
}

const withPart = (finding: Finding): DoctorFinding => ({
	...finding,
	part: finding.todo !== null && isAboutBackups(finding) ? 'backups' : null,
})
