import type { UserId } from '#contract/ids.ts'
import { inLanguage, t } from '#contract/text.ts'
import { catalogueOfMember } from '#server/catalogues.ts'
import type { Context } from '#server/context.ts'
import { sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { conflict, notFound, tooMany } from '#server/http/problems.ts'
import { mailboxOf } from '#server/operations/mail/mailbox.ts'
import { type Mailer, type Message, wrapped } from '#server/operations/mail/mailer.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'

const VALID_MS = 24 * 3_600_000
const CHECK_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

/** Verifies that members receive mail at their address. `mailer` is null if no mail server is configured. */
export function emailCheckService(context: Context, mailer: Pick<Mailer, 'send'> | null) {
	const { db, queries, config, clock, limits } = context
	return {
		/** `reader`: the language of the browser that asks. */
		ask(me: UserId, reader: string) {
			const instance = sharedAddress(config)
			if (!mailer || instance === null) throw notFound('no_mail')
			const user = queries.users.userById(me)
			const email = user?.email ?? null
			if (email === null) throw conflict('no_email')
			if (user?.emailVerifiedAt) return
			const seconds = limits.emailChecks.take(me)
			if (seconds > 0) throw tooMany(seconds)
			// Limited per mailbox, because many accounts may name the same one, and it may be a stranger's.
			if (!limits.emailChecksTo.allows(mailboxOf(email))) return
			const token = newLinkToken()
			const expiresAt = new Date(clock.now().getTime() + VALID_MS)
			db.write(() => queries.emailChecks.putCheck({ userId: me, tokenHash: tokenHash(token), email, expiresAt }))
			const catalogue = catalogueOfMember(context, user, reader)
			mailer.send(() => inLanguage(catalogue, () => checkMessage({ to: email, instance, token })))
		},

		/** Gives one answer for malformed, unknown, used, replaced and expired links, and after a change of address. */
		verify(token: string, address: string) {
			limits.resetLookups.check(address)
			const at = clock.now()
			db.write(() => {
				const userId = CHECK_TOKEN.test(token) ? queries.emailChecks.memberChecked(tokenHash(token), at) : undefined
				if (userId === undefined) throw notFound('email_link_dead')
				queries.emailChecks.setVerified(userId, at)
			})
		},
	}
}

/** Contains no text that other people wrote, not even a name, because the mailbox may be a stranger's. */
const checkMessage = ({ to, instance, token }: { to: string; instance: string; token: string }): Message => ({
	to,
	subject: t('Is this your address?'),
	// Translators: an address follows, as after the next one
	text: `${t('Somebody, most likely you, gave this address at')}
${instance}

${t('If it is yours, open this and press the button:')}
${instance}/email/${token}

${wrapped(t('The link works once, within 24 hours. If it was not you, do nothing: nothing else will be sent here.'))}

Backseat
`,
})
