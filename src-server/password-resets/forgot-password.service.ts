import type { ForgotPassword } from '#contract/password-resets.ts'
import type { Database } from '#db/database.ts'
import type { UserRow } from '#server/accounts/user-views.ts'
import { notFound } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import { openReset } from './password-resets.service.ts'

/** A letter to one person. */
type Letter = { to: string; subject: string; text: string }

export type ForgotPasswordService = ReturnType<typeof forgotPasswordService>

export function forgotPasswordService(house: {
	db: Database
	limits: RateLimits
	userByUsername: (username: string) => UserRow | undefined
	/** Brings letters to the post, in its own time; null where there is no post. */
	post: ((write: () => Letter | null) => void) | null
	/** Where links start, without a slash at the end; null when this server knows of no address that others reach. */
	address: () => string | null
}) {
	const { db, limits, userByUsername, post, address } = house

	const letterFor = (username: string): Letter | null => {
		const user = userByUsername(username)
		const instance = address()
		if (!user?.passwordHash || !user.email || !instance || !limits.resetMails.allows(user.id)) return null
		// Addresses are not proved: many accounts may name one letter box.
		if (!limits.resetMailsTo.allows(user.email.toLowerCase())) return null
		return resetLetter({ to: user.email, username: user.username, instance, token: openReset(db, user.id) })
	}

	return {
		/**
		 * Takes the same time whoever is asked for: what there is to do, even looking the name up, is done after the
		 * answer. Who asks learns neither whether somebody has an account nor whether they gave an address.
		 */
		ask({ username }: ForgotPassword, ip: string) {
			if (!post) throw notFound('Not found')
			limits.forgotPasswords.check(ip)
			post(() => letterFor(username))
		},
	}
}

/** What arrives: nobody's words but ours, and a username, which has letters, digits and little else. Lines stay short. */
const resetLetter = (about: { to: string; username: string; instance: string; token: string }): Letter => ({
	to: about.to,
	subject: 'Set a new password for Backseat',
	text: `Hello ${about.username},

somebody, most likely you, asked for a new password for your seat at
${about.instance}

Set it here:
${about.instance}/reset/${about.token}

The link works once, within the hour, and signs you out everywhere else.

If it was not you, do nothing. Your password stays what it is, and nobody
gets in without this letter.

Backseat
`,
})
