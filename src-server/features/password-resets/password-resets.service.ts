import {
	askForReset,
	type ForgotPassword,
	lookUpReset,
	type PasswordReset,
	RESET_TOKEN,
	type ResetLookup,
	resetPassword,
} from '#contract/password-resets.ts'
import type { CameIn } from '#contract/sign-in.ts'
import { inLanguage, t } from '#contract/text.ts'
import { isMember } from '#db/member.ts'
import { catalogueOfMember } from '#server/catalogues.ts'
import type { Context } from '#server/context.ts'
import { issuerInWords } from '#server/features/accounts/oidc/issuers.ts'
import { type LoginCaller, startSession } from '#server/features/accounts/users.ts'
import { noteInJournal, TERMINAL } from '#server/features/journal/journal.ts'
import { sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { route } from '#server/http/calls/route.ts'
import { notFound } from '#server/http/problems.ts'
import { mailboxOf } from '#server/operations/mail/mailbox.ts'
import { type Mailer, type Message, wrapped } from '#server/operations/mail/mailer.ts'
import { delayedJobs } from '#server/process/clock.ts'
import { tokenHash } from '#server/tokens.ts'
import { openResetOrNone } from './open-reset.ts'

function passwordResetService(context: Context) {
	const { db, queries, limits, passwords, config, clock } = context

	/** Malformed, unknown, used, replaced and expired links get the same error. */
	const resetBehind = (token: string) => {
		const reset = RESET_TOKEN.test(token) ? queries.passwordResets.reset(tokenHash(token), clock.now()) : undefined
		if (!reset) throw notFound('reset_link_dead')
		return reset
	}

	return {
		/** Read-only, because mail programs open links to scan them. */
		lookUp(token: string, address: string): ResetLookup {
			limits.resetLookups.check(address)
			const { id, username, avatarId } = resetBehind(token).member
			const connected = queries.identities.identitiesOf(id).map(({ issuer }) => issuerInWords(issuer, config))
			return { username, avatarId, removes: { passkeys: queries.passkeys.passkeysOf(id).length > 0, connected } }
		},

		/** Removes passkeys and connected accounts and ends all sessions, so that a thief of any of these loses access. */
		async reset({ token, password }: PasswordReset, address: string, wayIn: LoginCaller): Promise<CameIn> {
			limits.resets.check(address)
			resetBehind(token)
			// Hashing is slow, so it runs outside the write, which checks the link again.
			const hash = await passwords.hash(password)
			return db.write(() => {
				const { member: user, madeBy, madeById } = resetBehind(token)
				// A host could use the link themselves, so the member and the other hosts see that it was used.
				if (madeBy !== null)
					noteInJournal(context, madeBy === 'terminal' ? TERMINAL : { by: 'host', id: madeById }, {
						act: 'reset_link_used',
						subject: user,
					})
				queries.passwordResets.dropReset(user.id)
				queries.users.setPasswordHash(user.id, hash)
				queries.sessions.deleteSessionsAndTokensOf(user.id)
				queries.passkeys.deletePasskeysOf(user.id, clock.now())
				queries.identities.deleteIdentitiesOf(user.id, clock.now())
				return startSession(user, wayIn)
			})
		},
	}
}

/** Long enough to hide when the work runs, short enough for a person waiting for the mail. */
const PAUSE_MS = { from: 1000, to: 6000 }
/** Each job waits for the disk; this caps a flood at about 30 a second. */
const WAITING_MAX = 100
const USERNAME_MAX = 50
const NOBODY = ''

/** `reader`: the language of the browser that asks. */
type Asked = { username: string; reader: string }

function forgotPasswordService(context: Context, mailer: Pick<Mailer, 'send'> | null) {
	const { db, queries, limits, config, clock } = context

	const recipientCalled = (username: string) => {
		const user = queries.users.userByUsername(username)
		if (!user?.email || !isMember(user) || !limits.resetMails.allows(user.id)) return null
		// Addresses are unverified, so many accounts may name one mailbox.
		if (!limits.resetMailsTo.allows(mailboxOf(user.email))) return null
		return { id: user.id, to: user.email, username: user.username, language: user.language }
	}

	const messageFor = ({ username, reader }: Asked): Message | null => {
		const instance = sharedAddress(config)
		const recipient = instance === null ? null : recipientCalled(username)
		const token = openResetOrNone(context, recipient?.id ?? null)
		if (recipient === null || instance === null) return null
		const catalogue = catalogueOfMember(context, recipient, reader)
		return inLanguage(catalogue, () => resetMessage({ ...recipient, instance, token }))
	}

	const jobs = delayedJobs({
		run: (asked: Asked) => void db.turns.share(() => mailer?.send(() => messageFor(asked))),
		pauseMs: PAUSE_MS,
		atMost: WAITING_MAX,
		schedule: clock.schedule,
	})

	return {
		/**
		 * Runs the same statements for every name after a random pause, so that neither the response nor its timing reveals
		 * an account or its address.
		 */
		ask({ username }: ForgotPassword, ip: string, reader: string) {
			if (!mailer) throw notFound('not_found')
			limits.forgotPasswords.check(ip)
			jobs.add({ username: username.length > USERNAME_MAX ? NOBODY : username, reader })
		},

		/** Call before a stop: sends waiting mails now, because people were promised one. */
		sendAllNow: jobs.runAll,
	}
}

/** Contains no text of other people, except the username, whose alphabet is safe. */
const resetMessage = (about: { to: string; username: string; instance: string; token: string }): Message => ({
	to: about.to,
	subject: t('Set a new password for Backseat'),
	text: `${t('Hello {username},', { username: about.username })}

${
	// Translators: after 'Hello {username},'; an address follows
	t('somebody, most likely you, asked for a new password for your seat at')
}
${about.instance}

${t('Set it here:')}
${about.instance}/reset/${about.token}

${wrapped(t('The link works once, within the hour, and signs you out everywhere else. It also removes your passkeys, and disconnects accounts elsewhere that open this one: log in by password then, and connect yours anew.'))}

${wrapped(t('If it was not you, do nothing. Your password stays what it is, and nobody gets in without this letter.'))}

Backseat
`,
})

export function passwordResetFeature(
	context: Context,
	{
		mailer,
		adoptGuestRatings,
	}: { mailer: Parameters<typeof forgotPasswordService>[1] } & Pick<LoginCaller, 'adoptGuestRatings'>,
) {
	const resets = passwordResetService(context)
	const forgotPassword = forgotPasswordService(context, mailer)
	return {
		sendAllNow: forgotPassword.sendAllNow,
		routes: [
			route(askForReset, ({ body, address, browser }) => {
				forgotPassword.ask(body, address, browser.language())
				return { success: true as const }
			}),
			route(lookUpReset, ({ params, address }) => resets.lookUp(params.token, address)),
			route(resetPassword, ({ body, address, viewer, browser }) =>
				resets.reset(body, address, { viewer, openSession: browser.signIn, adoptGuestRatings }),
			),
		],
	}
}
