import type { ForgotPassword } from '#contract/password-resets.ts'
import type { Database } from '#db/database.ts'
import type { UserRow } from '#server/features/accounts/user-views.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { notFound } from '#server/http/problems.ts'
import { delayedJobs, type Schedule } from '#server/process/delayed-jobs.ts'
import { openResetOrNone } from './password-resets.service.ts'

/** A letter to one person. */
type Letter = { to: string; subject: string; text: string }

/** Long enough to hide when it happens, short enough for somebody who waits for the letter. */
const PAUSE_MS = { from: 1000, to: 6000 }
/** Each costs a wait for the disk: in a flood some 30 a second, beside which everybody else is still served. */
const WAITING_MAX = 100
/** No account's name is longer. */
const USERNAME_MAX = 50
const NOBODY = ''

export type ForgotPasswordService = ReturnType<typeof forgotPasswordService>

export function forgotPasswordService(house: {
	db: Database
	limits: RateLimits
	userByUsername: (username: string) => UserRow | undefined
	/** Brings letters to the post; null where there is no post. */
	post: ((write: () => Letter | null) => void) | null
	/** Where links start, without a slash at the end; null when this server knows of no address that others reach. */
	address: () => string | null
	schedule?: Schedule | undefined
}) {
	const { db, limits, userByUsername, post, address, schedule } = house

	/** The member who is to get a letter, if there is one, they gave an address, and neither had too many. */
	const recipientCalled = (username: string) => {
		const user = userByUsername(username)
		if (!user?.passwordHash || !user.email || !limits.resetMails.allows(user.id)) return null
		// Addresses are not proved: many accounts may name one letter box.
		if (!limits.resetMailsTo.allows(user.email.toLowerCase())) return null
		return { id: user.id, to: user.email, username: user.username }
	}

	const letterFor = (username: string): Letter | null => {
		const instance = address()
		const recipient = instance === null ? null : recipientCalled(username)
		const token = openResetOrNone(db, recipient?.id ?? null)
		return recipient && instance !== null ? resetLetter({ ...recipient, instance, token }) : null
	}

	const jobs = delayedJobs({
		run: (username: string) => post?.(() => letterFor(username)),
		...{ pauseMs: PAUSE_MS, atMost: WAITING_MAX, ...(schedule && { schedule }) },
	})

	return {
		/**
		 * Does the same for every name: nothing is looked up, counted or written before a random pause of seconds, and then
		 * everybody costs the same statements. Who asks learns neither from the answer nor from how long it or the next
		 * one takes whether somebody has an account or gave an address.
		 */
		ask({ username }: ForgotPassword, ip: string) {
			if (!post) throw notFound('Not found')
			limits.forgotPasswords.check(ip)
			jobs.add(username.length > USERNAME_MAX ? NOBODY : username)
		},

		/** Before a stop: people were told that a letter is on its way, so what still waits is written now, not dropped. */
		sendAllNow: jobs.runAll,
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
