import * as accessTokens from './access-tokens.ts'
import * as accounts from './accounts.ts'
import * as analytics from './analytics.ts'
import type { Call } from './call.ts'
import * as claims from './claims.ts'
import * as drivers from './drivers.ts'
import * as glovebox from './glovebox.ts'
import * as home from './home.ts'
import * as hostAlerts from './host/alerts.ts'
import * as hostBackups from './host/backups.ts'
import * as hostConfirmation from './host/confirmation.ts'
import * as hostGhosts from './host/ghosts.ts'
import * as hostInvitations from './host/invitations.ts'
import * as hostJournal from './host/journal.ts'
import * as hostOverview from './host/overview.ts'
import * as hostPeople from './host/people.ts'
import * as hostReports from './host/reports.ts'
import * as imports from './imports.ts'
import * as instance from './instance.ts'
import * as invites from './invites.ts'
import * as judging from './judging.ts'
import * as live from './live.ts'
import * as myReceipt from './my-receipt.ts'
import * as news from './news.ts'
import * as notices from './notice-acts.ts'
import * as oidc from './oidc.ts'
import * as ownAccount from './own-account.ts'
import * as passkeys from './passkeys.ts'
import * as passwordResets from './password-resets.ts'
import * as pictures from './pictures.ts'
import * as ratings from './ratings.ts'
import * as receipts from './receipts.ts'
import * as receivedRatings from './received-ratings.ts'
import * as replies from './replies.ts'
import * as sent from './sent.ts'
import * as signIn from './sign-in.ts'
import * as stats from './stats.ts'
import * as trips from './trips.ts'

export type NamedCall = { name: string; call: Call }

const isCall = (value: unknown): value is Call =>
	typeof value === 'object' && value !== null && 'method' in value && 'answers' in value

/** All calls of the API, with every schema. The browser app loads it late, and without anything but answers (scripts/page-chunks.ts). */
export const everyCall: readonly NamedCall[] = [
	accounts,
	signIn,
	ownAccount,
	imports,
	passkeys,
	accessTokens,
	oidc,
	passwordResets,
	invites,
	home,
	drivers,
	notices,
	claims,
	ratings,
	receivedRatings,
	judging,
	replies,
	stats,
	pictures,
	myReceipt,
	trips,
	receipts,
	sent,
	glovebox,
	hostConfirmation,
	hostGhosts,
	hostInvitations,
	hostJournal,
	hostOverview,
	hostPeople,
	hostReports,
	hostBackups,
	hostAlerts,
	instance,
	live,
	news,
	analytics,
].flatMap((noun) => Object.entries<unknown>(noun).flatMap(([name, call]) => (isCall(call) ? [{ name, call }] : [])))
