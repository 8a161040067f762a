import type { SignedInUser } from '#contract/accounts.ts'
import {
	CONFIRMED_MS,
	type Confirmation,
	type Confirmed,
	confirm,
	getConfirmation,
} from '#contract/host/confirmation.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { type ProofRequest, type Prove, proofRequestOf } from '#server/features/accounts/proofs.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { noteInJournal } from '#server/features/journal/journal.ts'
import { route } from '#server/http/calls/route.ts'
import type { Client } from '#server/http/client.ts'
import { notSignedIn } from '#server/http/problems.ts'

/** No answer to a host reveals who rated whom. */
function hostService(context: Context, prove: Prove) {
	const { db, queries, clock } = context

	/** The confirmation is stored with the session, so it survives a restart. It ends if the clock is set back. */
	const confirmedUntil = (session: string | null): Date | null => {
		const at = session === null ? null : queries.hosts.confirmedAt(session)
		const age = at && clock.now().getTime() - at.getTime()
		return at && age !== null && age >= 0 && age < CONFIRMED_MS ? new Date(at.getTime() + CONFIRMED_MS) : null
	}

	/** The desktop app's own window counts as a host, because its user owns the data. */
	const isHost = (me: UserId, { isDesktopWindow }: Pick<Client, 'isDesktopWindow'>): boolean =>
		isDesktopWindow || queries.hosts.isHost(me)

	return {
		isHost,

		/** Fields of the host's own user; no other response includes them. */
		hostView(me: UserId, client: Pick<Client, 'isDesktopWindow'>): Pick<SignedInUser, 'isHost' | 'reportsWaiting'> {
			if (!isHost(me, client)) return { isHost: false }
			// A report about a host's own driving waits for another host, if there is one.
			return { isHost: true, reportsWaiting: queries.reports.waiting(queries.hosts.hasHost(me) ? me : undefined) }
		},

		/** For the account made with the set-up link. Call inside the transaction that creates it. */
		makeFirstHost(member: UserRow) {
			queries.hosts.setHost(member.id, true)
			noteInJournal(context, { by: 'host', id: member.id }, { act: 'set_up' })
		},

		isConfirmed: (session: string | null): boolean => confirmedUntil(session) !== null,

		confirmation: (session: string | null): Confirmed => ({
			confirmedUntil: confirmedUntil(session)?.toISOString() ?? null,
		}),

		/** Attempts count towards the log-in limit. */
		async confirm({ password, proof }: Confirmation, me: UserId, from: ProofRequest): Promise<Confirmed> {
			const { session } = from
			const refuseIfChanged = await prove(me, { proof, password }, from)
			const now = clock.now()
			if (session === null) throw notSignedIn()
			db.write(() => {
				refuseIfChanged()
				queries.hosts.confirm(session, now)
			})
			return { confirmedUntil: new Date(now.getTime() + CONFIRMED_MS).toISOString() }
		},
	}
}

export function hostFeature(context: Context, prove: Prove) {
	const hosts = hostService(context, prove)
	return {
		...hosts,
		routes: [
			route(confirm, (request) => hosts.confirm(request.body, request.me, proofRequestOf(request))),
			route(getConfirmation, ({ browser }) => hosts.confirmation(browser.session())),
		],
	}
}
