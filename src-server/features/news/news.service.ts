import type { UserId } from '#contract/ids.ts'
import {
	addPushSubscription,
	askForEmailCheck,
	changeNews,
	dropPushSubscription,
	getNews,
	listPushSubscriptions,
	NEWS_MINUTE,
	type NewPushSubscription,
	type News,
	type NewsChoice,
	type OwnPushSubscription,
	PUSH_SUBSCRIPTIONS_MAX,
	type PushSubscriptionId,
	stopNews,
	testNews,
	verifyEmail,
} from '#contract/news.ts'
import { inLanguage } from '#contract/text.ts'
import { catalogueOfMember } from '#server/catalogues.ts'
import type { Context } from '#server/context.ts'
import { browserName } from '#server/features/accounts/sessions/browser-names.ts'
import { sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { conflict, invalid, notFound, notSignedIn } from '#server/http/problems.ts'
import type { Mailer } from '#server/operations/mail/mailer.ts'
import type { Post } from '#server/operations/push/push-client.ts'
import { areBrowserKeys } from '#server/operations/push/push-encryption.ts'
import { pushEndpoint } from '#server/operations/push/push-endpoints.ts'
import { newUserId, tokenHash } from '#server/tokens.ts'
import { emailCheckService } from './email-checks.service.ts'
import { bringForward, type Channels, startNewsDelivery } from './news-delivery.ts'
import { newsMail, stopTokens } from './news-mail.ts'
import { nextSlot } from './news-rule.ts'
import { createPushSender, type PushSender } from './push-sender.ts'

function newsService({ db, queries, clock }: Context, mayMail: boolean) {
	const chosen = (me: UserId): News => {
		const row = queries.news.newsOf(me)
		return {
			rhythm: row?.rhythm ?? 'never',
			minute: row?.minute ?? NEWS_MINUTE,
			timeZone: row?.timeZone ?? null,
			mail: row?.byMail ?? false,
			isEmailVerified: isEmailVerified(me),
		}
	}
	const isEmailVerified = (me: UserId) => Boolean(queries.users.userById(me)?.emailVerifiedAt)

	return {
		chosen,

		choose(me: UserId, { mail, ...choice }: NewsChoice): News {
			if (mail && !mayMail) throw conflict('no_mail')
			db.write(() => {
				if (mail && !isEmailVerified(me)) throw conflict('email_not_verified')
				const now = clock.now()
				const row = queries.news.newsOf(me)
				const isBeginning = !row || row.rhythm === 'never'
				queries.news.putNews({
					userId: me,
					...choice,
					byMail: mail,
					toldUntil: isBeginning ? queries.news.newestRating() : row.toldUntil,
					toldAt: isBeginning ? now : row.toldAt,
					slotAt: row?.slotAt ?? null,
					nextAt: nextSlot(choice, now, row?.slotAt ?? null),
				})
			})
			return chosen(me)
		},

		stopMail(userId: UserId) {
			db.write(() => queries.news.changeNews(userId, { byMail: false }))
		},
	}
}

function subscriptionService({ db, queries, clock, config }: Context) {
	const refuseWithoutPush = () => {
		if (config.pushContact === null) throw notFound('no_push')
	}
	return {
		refuseWithoutPush,

		list: (me: UserId): OwnPushSubscription[] =>
			queries.push.subscriptionsOf(me, clock.now()).map(({ id, endpoint, browser, createdAt }) => ({
				id,
				endpointHash: tokenHash(endpoint),
				browser,
				createdAt: createdAt.toISOString(),
			})),

		/** Subscribes the phone for this session and ends its subscription for an earlier member. */
		async add(
			me: UserId,
			{ endpoint, keys: { p256dh, auth } }: NewPushSubscription,
			sessionHash: string | null,
		): Promise<PushSubscriptionId> {
			refuseWithoutPush()
			if (pushEndpoint(endpoint, config.pushHosts) === null) throw invalid('unknown_push_service', 'endpoint')
			const browserKeys = { p256dh: bytesOf(p256dh), auth: bytesOf(auth) }
			if (!(await areBrowserKeys(browserKeys))) throw invalid('not_browser_key', 'keys')
			return db.write(() => {
				const now = clock.now()
				const session = queries.sessions.liveSessionsOf(me, now).find((one) => one.tokenHash === sessionHash)
				if (!session) throw notSignedIn()
				const others = queries.push.subscriptionsOf(me, now).filter((one) => one.endpoint !== endpoint)
				if (others.length >= PUSH_SUBSCRIPTIONS_MAX)
					throw conflict({ reason: 'too_many_phones', params: { max: PUSH_SUBSCRIPTIONS_MAX } })
				return queries.push.putSubscription({
					id: newUserId(),
					userId: me,
					sessionHash: session.tokenHash,
					endpoint,
					p256dh: Buffer.from(browserKeys.p256dh),
					auth: Buffer.from(browserKeys.auth),
					browser: browserName(session.userAgent),
					createdAt: now,
				})
			})
		},

		drop(me: UserId, id: PushSubscriptionId) {
			db.write(() => queries.push.dropSubscription(me, id))
		},
	}
}

const bytesOf = (text: string) => Uint8Array.fromBase64(text, { alphabet: 'base64url' })

/** `post` replaces the connection to push services in tests. */
export function newsFeature(context: Context, { mailer, post }: { mailer: Mailer | null; post?: Post }) {
	const { queries, limits, config, log } = context
	const instance = sharedAddress(config)
	const news = newsService(context, mailer !== null && instance !== null)
	const subscriptions = subscriptionService(context)
	const emailChecks = emailCheckService(context, mailer)
	const stops = stopTokens(() => queries.instance.signingKey())
	const phones: PushSender = createPushSender(context, post)
	const mail: Channels['mail'] =
		mailer === null || instance === null
			? null
			: {
					async send({ userId, address }, message) {
						const about = { to: address, userId, instance, stopToken: stops.tokenOf(userId) }
						const catalogue = catalogueOfMember(context, queries.users.userById(userId))
						const problem = await mailer.deliver(inLanguage(catalogue, () => newsMail(message, about)))
						if (problem !== null) log.warn(`A mail could not be sent (${problem}). Check smtp-url and smtp-from.`)
					},
				}
	const delivery = startNewsDelivery(context, { phones, mail })
	const success = { success: true as const }

	return {
		/** Call inside a write transaction when a ghost by this creator was claimed. */
		claimed(creatorId: UserId) {
			if (bringForward(context, creatorId)) delivery.changed()
		},

		async settled() {
			await delivery.settled()
			await phones.settled()
		},

		async stop() {
			phones.stop()
			await delivery.stop()
		},

		routes: [
			route(getNews, ({ me }) => news.chosen(me)),
			route(
				changeNews,
				({ me, body }) => {
					const chosen = news.choose(me, body)
					delivery.changed()
					return chosen
				},
				{ limit: limits.newsChanges },
			),
			route(listPushSubscriptions, ({ me }) => subscriptions.list(me)),
			route(
				addPushSubscription,
				async ({ me, body, browser }) => ({ id: await subscriptions.add(me, body, browser.session()) }),
				{ limit: limits.newsChanges },
			),
			route(
				dropPushSubscription,
				({ me, body }) => {
					subscriptions.drop(me, body.id)
					return success
				},
				{ limit: limits.newsChanges },
			),
			route(
				testNews,
				({ me, stayConnected }) => {
					subscriptions.refuseWithoutPush()
					stayConnected(TEST_SECONDS)
					return phones.test(me)
				},
				{ limit: limits.newsTests },
			),
			route(askForEmailCheck, ({ me, browser }) => {
				emailChecks.ask(me, browser.language())
				return success
			}),
			route(verifyEmail, ({ params, address }) => {
				emailChecks.verify(params.token, address)
				return success
			}),
			route(stopNews, ({ query, body, address }) => {
				limits.resetLookups.check(address)
				const userId = stops.userIdIn(query.token ?? body?.token ?? '')
				if (userId === null) throw notFound('stop_link_dead')
				news.stopMail(userId)
				return success
			}),
		],
	} satisfies Feature & Record<string, unknown>
}

const TEST_SECONDS = 15
