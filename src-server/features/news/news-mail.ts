import type { UserId } from '#contract/ids.ts'
import type { PushMessage } from '#contract/news.ts'
import type { Message } from '#server/operations/mail/mailer.ts'

/*
 * News by mail, at the same time and with the same count as a push message. It contains no text from other people, no
 * picture and no tracking.
 */

const MAC_BYTES = 18

/** Signed unsubscribe tokens, valid without a session. The token contains the member's id, so no column is needed. */
export function stopTokens(signingKey: () => Uint8Array) {
	const macOf = (id: string) =>
		new Bun.CryptoHasher('sha256', signingKey()).update(`no news by mail ${id}`).digest().subarray(0, MAC_BYTES)
	return {
		tokenOf: (userId: UserId): string => `${userId.toString(36)}-${macOf(userId.toString(36)).toString('base64url')}`,
		userIdIn(token: string): UserId | null {
			const [, id = '', mac = ''] = /^([0-9a-z]{1,11})-([A-Za-z0-9_-]{24})$/.exec(token) ?? []
			if (id === '' || !crypto.timingSafeEqual(macOf(id), Buffer.from(mac, 'base64url'))) return null
			return Number.parseInt(id, 36)
		},
	}
}

/** `link` is where the news can be read; `instance` is this server's address without a trailing slash. */
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
