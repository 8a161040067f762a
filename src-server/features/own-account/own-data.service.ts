import { stringify } from 'csv-stringify/sync'
import type { UserId } from '#contract/ids.ts'
import type { OwnData } from '#contract/own-account.ts'
import type { Context } from '#server/context.ts'
import { browserName } from '#server/features/accounts/sessions/browser-name.ts'
import { ownUser } from '#server/features/accounts/user-views.ts'
import { notFound } from '#server/http/problems.ts'
import { safeInSpreadsheets } from '#server/operations/export/spreadsheet-text.ts'

type Verdict = Omit<OwnData['ratingsReceived'][number], 'id' | 'createdAt'>

/** All that is kept about a member, and of others only what is public. */
export function ownData({ queries, clock }: Context, userId: UserId): OwnData {
	const user = queries.users.userById(userId)
	if (!user?.passwordHash) throw notFound('User not found')
	const now = clock.now()
	return {
		product: 'Backseat',
		exportedAt: now.toISOString(),
		account: {
			...ownUser(user),
			isHost: user.isHost,
			lastSeenOn: user.lastSeenOn?.toISOString().slice(0, 10) ?? null,
			createdAt: user.createdAt.toISOString(),
		},
		ratingsGiven: queries.ownData.ratingsGivenBy(userId).map(({ rating, driver }) => ({
			id: rating.wireId,
			driverId: rating.driverId,
			driver,
			...verdict(rating),
			isPlaceholder: rating.isPlaceholder,
			createdAt: rating.createdAt.toISOString(),
		})),
		ratingsReceived: queries.ownData.ratingsReceivedBy(userId).map((rating) => ({
			id: rating.wireId,
			...verdict(rating),
			createdAt: rating.createdAt.toISOString().slice(0, 10),
		})),
		reports: queries.ownData.reportsBy(userId).map(({ reason, ratedOn, reportedAt, status }) => ({
			reason,
			ratedOn: ratedOn.toISOString().slice(0, 10),
			reportedOn: reportedAt.toISOString().slice(0, 10),
			status: status === 'withdrawn' ? null : status,
		})),
		ghosts: queries.ghosts.ghostsCreatedBy(userId).map((ghost) => ({
			id: ghost.id,
			display_name: ghost.displayName,
			isClaimed: ghost.claimedById !== null,
			createdAt: ghost.createdAt.toISOString(),
		})),
		hiddenDrivers: queries.ownData
			.driversHiddenBy(userId)
			.map(({ hiddenAt, ...hidden }) => ({ ...hidden, hiddenAt: hiddenAt.toISOString() })),
		sessions: queries.sessions.liveSessionsOf(userId, now).map(({ userAgent, createdAt }) => ({
			browser: browserName(userAgent),
			signedInAt: createdAt.toISOString(),
		})),
	}
}

const verdict = ({ rideQuality, safetyFeeling, vibeQuality, starRating }: Verdict) => ({
	rideQuality,
	safetyFeeling,
	vibeQuality,
	starRating,
})

const COLUMNS = [
	'direction',
	'id',
	'driver',
	'starRating',
	'rideQuality',
	'safetyFeeling',
	'vibeQuality',
	'isPlaceholder',
	'createdAt',
]

/** One row a rating, given ones first. Names that a spreadsheet would run as a formula are escaped. */
export function ownRatingsCsv({ account, ratingsGiven, ratingsReceived }: OwnData): string {
	const rows = [
		...ratingsGiven.map((rating) => ({
			direction: 'given',
			...rating,
			driver: safeInSpreadsheets(rating.driver),
			isPlaceholder: String(rating.isPlaceholder),
		})),
		...ratingsReceived.map((rating) => ({ direction: 'received', driver: account.username, ...rating })),
	]
	// The byte order mark tells Excel that this is UTF-8.
	return stringify(rows, { header: true, columns: COLUMNS, escape_formulas: true, bom: true })
}
