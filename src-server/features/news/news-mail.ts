import { timingSafeEqual } from 'node:crypto'
import type { UserId } from '#contract/ids.ts'
import type { PushMessage } from '#contract/news.ts'
import type { Message } from '#server/operations/mail/mailer.ts'

/*
 * News by mail: the same moment and the same number as a phone gets. Nothing in it was written by others; no picture, and
 * nothing that tells whether it was read.
 */

const MAC_BYTES = 18

/** What ends the mails of one person, without a session. No column: whose it is stands in it, signed. */
export function stopTokens(signingKey: () => Uint8Array) {
	const macOf = (id: string) =>
		new Bun.CryptoHasher('sha256', signingKey()).update(`no news by mail ${id}`).digest().subarray(0, MAC_BYTES)
	return {
		tokenOf: (userId: UserId): string => `${userId.toString(36)}-${macOf(userId.toString(36)).toString('base64url')}`,
		/** Null for a token that this instance has not made. */
		userIdIn(token: string): UserId | null {
			const [, id = '', mac = ''] = /^([0-9a-z]{1,11})-([A-Za-z0-9_-]{24})$/.exec(token) ?? []
			if (id === '' || !timingSafeEqual(macOf(id), Buffer.from(mac, 'base64url'))) return null
			return Number.parseInt(id, 36)
		},
	}
}

/** `link`: where it can be read; `instance`: the address of this server, without a slash at the end. */
type About = { to: string; userId: UserId; instance: string; stopToken: string }

export function newsMail({ kind, count = 0 }: PushMessage, { to, userId, instance, stopToken }: About): Message {
	const { subject, text } = WORDS[kind](count, `${instance}/profile/${userId}`, instance)
	return {
		to,
		subject,
		text: `${text}

When you hear of it: ${instance}/settings
No more of these mails:
${instance}/unsubscribe/${stopToken}
`,
		headers: {
			'List-Unsubscribe': `<${instance}/api/news/stop?token=${stopToken}>`,
			'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
		},
	}
}

type Words = (count: number, profile: string, instance: string) => { subject: string; text: string }

const WORDS: Record<PushMessage['kind'], Words> = {
	ratings: (count, profile) => ({
		subject: count === 1 ? '1 new verdict is waiting' : `${count} new verdicts are waiting`,
		text: `Somebody in the back had opinions.
${count === 1 ? '1 new verdict is on your receipt:' : `${count} new verdicts are on your receipt:`}
${profile}
Not who, not when: you know the rules.`,
	}),
	claimed: (count, _, instance) => ({
		subject: count === 1 ? 'A driver you added has an account now' : `${count} drivers you added have an account now`,
		text: `Somebody has collected the ratings of a driver you added:
${instance}/home`,
	}),
	'report-decided': (count, profile) => ({
		subject: count === 1 ? 'Your report was decided' : `${count} of your reports were decided`,
		text: `A host has looked at what you reported:
${profile}`,
	}),
	'report-waits': (count, _, instance) => ({
		subject: count === 1 ? 'A report waits' : `${count} reports wait`,
		text: `Somebody has reported a rating, and the decision is a host's:
${instance}/host/reports`,
	}),
	several: (_, __, instance) => ({
		subject: 'There is news in the backseat',
		text: `More than one thing has happened since you looked:
${instance}/home`,
	}),
	test: (_, __, instance) => ({ subject: 'Test. Buckle up.', text: instance }),
}
