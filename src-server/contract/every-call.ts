import * as accounts from './accounts.ts'
import * as analytics from './analytics.ts'
import type { Call } from './call.ts'
import * as claims from './claims.ts'
import * as drivers from './drivers.ts'
import * as hostBackups from './host/backups.ts'
import * as hostConfirmation from './host/confirmation.ts'
import * as hostGhosts from './host/ghosts.ts'
import * as hostInvitations from './host/invitations.ts'
import * as hostJournal from './host/journal.ts'
import * as hostOverview from './host/overview.ts'
import * as hostPeople from './host/people.ts'
import * as hostReports from './host/reports.ts'
import * as instance from './instance.ts'
import * as invites from './invites.ts'
import * as live from './live.ts'
import * as ownAccount from './own-account.ts'
import * as passwordResets from './password-resets.ts'
import * as pictures from './pictures.ts'
import * as ratings from './ratings.ts'
import * as receivedRatings from './received-ratings.ts'
import * as stats from './stats.ts'
import { accountsWords } from './words/accounts.words.ts'
import { analyticsWords } from './words/analytics.words.ts'
import { claimsWords } from './words/claims.words.ts'
import { driversWords } from './words/drivers.words.ts'
import { hostBackupsWords } from './words/host/backups.words.ts'
import { hostConfirmationWords } from './words/host/confirmation.words.ts'
import { hostGhostsWords } from './words/host/ghosts.words.ts'
import { hostInvitationsWords } from './words/host/invitations.words.ts'
import { hostJournalWords } from './words/host/journal.words.ts'
import { hostOverviewWords } from './words/host/overview.words.ts'
import { hostPeopleWords } from './words/host/people.words.ts'
import { hostReportsWords } from './words/host/reports.words.ts'
import { instanceWords } from './words/instance.words.ts'
import { invitesWords } from './words/invites.words.ts'
import { liveWords } from './words/live.words.ts'
import { ownAccountWords } from './words/own-account.words.ts'
import { passwordResetsWords } from './words/password-resets.words.ts'
import { picturesWords } from './words/pictures.words.ts'
import { ratingsWords } from './words/ratings.words.ts'
import { receivedRatingsWords } from './words/received-ratings.words.ts'
import { statsWords } from './words/stats.words.ts'
import type { CallWords } from './words/words.ts'

/** One call of the API with its words. `name` is that of its description here, and of the operation in the document. */
export type DescribedCall = { name: string; call: Call; words: CallWords }

const isCall = (value: unknown): value is Call =>
	typeof value === 'object' && value !== null && 'method' in value && 'answers' in value

const described = (noun: Record<string, unknown>, words: Record<string, CallWords>): DescribedCall[] =>
	Object.entries(noun).flatMap(([name, call]) => {
		const own = words[name]
		return isCall(call) && own ? [{ name, call, words: own }] : []
	})

/** All there is to the API. For the server and the tests: it carries every schema, and words that no phone needs. */
export const everyCall: readonly DescribedCall[] = [
	...described(accounts, accountsWords),
	...described(ownAccount, ownAccountWords),
	...described(passwordResets, passwordResetsWords),
	...described(invites, invitesWords),
	...described(drivers, driversWords),
	...described(claims, claimsWords),
	...described(ratings, ratingsWords),
	...described(receivedRatings, receivedRatingsWords),
	...described(stats, statsWords),
	...described(pictures, picturesWords),
	...described(hostConfirmation, hostConfirmationWords),
	...described(hostGhosts, hostGhostsWords),
	...described(hostInvitations, hostInvitationsWords),
	...described(hostJournal, hostJournalWords),
	...described(hostOverview, hostOverviewWords),
	...described(hostPeople, hostPeopleWords),
	...described(hostReports, hostReportsWords),
	...described(hostBackups, hostBackupsWords),
	...described(instance, instanceWords),
	...described(live, liveWords),
	...described(analytics, analyticsWords),
]
