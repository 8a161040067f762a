import type { Database } from '#db/database.ts'
import { identityQueries } from './features/accounts/oidc/identities.queries.ts'
import { passkeyQueries } from './features/accounts/passkeys/passkeys.queries.ts'
import { sessionQueries } from './features/accounts/sessions/sessions.queries.ts'
import { accessTokenQueries } from './features/accounts/tokens/access-tokens.queries.ts'
import { userQueries } from './features/accounts/users.queries.ts'
import { claimQueries } from './features/claims/claims.queries.ts'
import { ghostQueries } from './features/drivers/ghosts.queries.ts'
import { hiddenDriverQueries, homeQueries } from './features/drivers/home.queries.ts'
import { gloveboxQueries } from './features/glovebox/glovebox.queries.ts'
import { hostGhostQueries } from './features/host/ghosts/ghosts.queries.ts'
import { backupCheckQueries, hostQueries, overviewQueries, peopleQueries } from './features/host/host.queries.ts'
import { reportQueries } from './features/host/reports/reports.queries.ts'
import { instanceQueries } from './features/instance/instance.queries.ts'
import { inviteQueries } from './features/invites/invites.queries.ts'
import { journalQueries } from './features/journal/journal.queries.ts'
import { emailCheckQueries, newsQueries, pushQueries } from './features/news/news.queries.ts'
import { noticeQueries } from './features/notices/notices.queries.ts'
import { importQueries } from './features/own-account/imports/imports.queries.ts'
import { leavingQueries, ownDataQueries } from './features/own-account/own-account.queries.ts'
import { passwordResetQueries } from './features/password-resets/password-resets.queries.ts'
import { adoptedQueries } from './features/ratings/adopted-ratings.queries.ts'
import { judgingQueries } from './features/ratings/judging.queries.ts'
import { ratingQueries, usedKeyQueries } from './features/ratings/ratings.queries.ts'
import { receivedRatingQueries } from './features/ratings/received/received-ratings.queries.ts'
import { sealedRatingQueries } from './features/ratings/sealed/sealed-ratings.queries.ts'
import { receiptQueries } from './features/receipts/receipts.queries.ts'
import { sentQueries } from './features/sent/sent.queries.ts'
import { statsQueries } from './features/stats/stats.queries.ts'
import { tripQueries } from './features/trips/trips.queries.ts'
import { exportQueries } from './operations/export/export.queries.ts'
import { metricsQueries } from './operations/metrics/metrics.queries.ts'

export type Queries = ReturnType<typeof createQueries>

export const createQueries = (db: Database, onSessionsDeleted = () => {}) => ({
	users: userQueries(db),
	sessions: sessionQueries(db, onSessionsDeleted),
	accessTokens: accessTokenQueries(db),
	ghosts: ghostQueries(db),
	hiddenDrivers: hiddenDriverQueries(db),
	home: homeQueries(db),
	notices: noticeQueries(db),
	ratings: ratingQueries(db),
	usedKeys: usedKeyQueries(db),
	adopted: adoptedQueries(db),
	sealedRatings: sealedRatingQueries(db),
	receivedRatings: receivedRatingQueries(db),
	judging: judgingQueries(db),
	trips: tripQueries(db),
	claims: claimQueries(db),
	stats: statsQueries(db),
	receipts: receiptQueries(db),
	sent: sentQueries(db),
	glovebox: gloveboxQueries(db),
	invites: inviteQueries(db),
	passkeys: passkeyQueries(db),
	identities: identityQueries(db),
	passwordResets: passwordResetQueries(db),
	news: newsQueries(db),
	push: pushQueries(db),
	emailChecks: emailCheckQueries(db),
	ownData: ownDataQueries(db),
	imports: importQueries(db),
	leaving: leavingQueries(db),
	hosts: hostQueries(db),
	hostGhosts: hostGhostQueries(db),
	journal: journalQueries(db),
	backupChecks: backupCheckQueries(db),
	overview: overviewQueries(db),
	people: peopleQueries(db),
	reports: reportQueries(db),
	instance: instanceQueries(db),
	export: exportQueries(db),
	metrics: metricsQueries(db),
})
