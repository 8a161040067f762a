import type { UserId } from '#contract/ids.ts'
import type { PushMessage } from '#contract/news.ts'
import { t, tn } from '#contract/text.ts'
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
	// Translators: an address follows, as after each line of these mails that ends in ':'
	const settings = t('When you hear of it:')
	const { subject, text } = WORDS[kind](count, `${instance}/profile/${userId}`, instance)
	return {
		to,
		subject,
		text: `${text}

${settings} ${instance}/settings
${t('No more of these mails:')}
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
		subject: tn('# new verdict is waiting', '# new verdicts are waiting', count),
		text: `${t('Somebody in the back had opinions.')}
${tn('# new verdict is on your receipt:', '# new verdicts are on your receipt:', count)}
${profile}
${t('Not who, not when: you know the rules.')}`,
	}),
	claimed: (count, _, instance) => ({
		subject: tn('A driver you added has an account now', '# drivers you added have an account now', count),
		text: `${t('Somebody has collected the ratings of a driver you added:')}
${instance}/home`,
	}),
	'report-decided': (count, profile) => ({
		subject: tn('Your report was decided', '# of your reports were decided', count),
		text: `${t('A host has looked at what you reported:')}
${profile}`,
	}),
	'report-waits': (count, _, instance) => ({
		subject: tn('A report waits', '# reports wait', count),
		text: `${t("Somebody has reported a rating, and the decision is a host's:")}
${instance}/host/reports`,
	}),
	several: (_, __, instance) => ({
		subject: t('There is news in the backseat'),
		text: `${t('More than one thing has happened since you looked:')}
${instance}/home`,
	}),
	test: (_, __, instance) => ({ subject: t('Test. Buckle up.'), text: instance }),
}
