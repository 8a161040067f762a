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
import { type Asking, askingOf, type Prove } from '#server/features/accounts/proofs.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { noteInJournal } from '#server/features/journal/journal.ts'
import { route } from '#server/http/calls/route.ts'
import type { Client } from '#server/http/client.ts'
import { notSignedIn } from '#server/http/problems.ts'

/** Who may look after this instance. Nothing that a host can ask for tells who rated whom. */
function hostService(context: Context, prove: Prove) {
	const { db, queries, clock } = context

	/** Stored with the session, so a restart changes nothing. A clock that was set back ends it. */
	const confirmedUntil = (session: string | null): Date | null => {
		const at = session === null ? null : queries.hosts.confirmedAt(session)
		const age = at && clock.now().getTime() - at.getTime()
		return at && age !== null && age >= 0 && age < CONFIRMED_MS ? new Date(at.getTime() + CONFIRMED_MS) : null
	}

	/** Made host, or signed in through the desktop app's own window: the person at that computer owns the data. */
	const isHost = (me: UserId, { isDesktopWindow }: Pick<Client, 'isDesktopWindow'>): boolean =>
		isDesktopWindow || queries.hosts.isHost(me)

	return {
		isHost,

		/** What a host is told of themself, and nobody else: how much waits for them. */
		hostView(me: UserId, client: Pick<Client, 'isDesktopWindow'>): Pick<SignedInUser, 'isHost' | 'reportsWaiting'> {
			if (!isHost(me, client)) return { isHost: false }
			// A report about their own driving is for another host to decide, where there is one.
			return { isHost: true, reportsWaiting: queries.reports.waiting(queries.hosts.hasHost(me) ? me : undefined) }
		},

		/** For the first account, made with the set-up link. Within the transaction that makes it. */
		makeFirstHost(member: UserRow) {
			queries.hosts.setHost(member.id, true)
			noteInJournal(context, { by: 'host', id: member.id }, { act: 'set_up' })
		},

		isConfirmed: (session: string | null): boolean => confirmedUntil(session) !== null,

		confirmation: (session: string | null): Confirmed => ({
			confirmedUntil: confirmedUntil(session)?.toISOString() ?? null,
		}),

		/** Tries to type a password count with those of the log-in. */
		async confirm({ password, proof }: Confirmation, me: UserId, from: Asking): Promise<Confirmed> {
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
			route(confirm, (request) => hosts.confirm(request.body, request.me, askingOf(request))),
			route(getConfirmation, ({ browser }) => hosts.confirmation(browser.session())),
		],
	}
}
