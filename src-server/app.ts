import { Elysia, ValidationError } from 'elysia'
import * as v from 'valibot'
import type { UserId } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import type { Context } from './context.ts'
import { accountFeature } from './features/accounts/accounts.service.ts'
import { createJoining } from './features/accounts/joining.ts'
import { createConfirmations } from './features/accounts/oidc/confirmations.ts'
import { oidcFeature } from './features/accounts/oidc/oidc.service.ts'
import { createPasskeyChecks } from './features/accounts/passkeys/passkey-checks.ts'
import { passkeyFeature, passkeyProof } from './features/accounts/passkeys/passkeys.service.ts'
import { createProofs } from './features/accounts/proofs.ts'
import { sessionService } from './features/accounts/sessions/sessions.service.ts'
import { accessTokenFeature, tokenOwners } from './features/accounts/tokens/access-tokens.service.ts'
import { analyticsFeature } from './features/analytics/analytics.service.ts'
import { claimFeature } from './features/claims/claims.service.ts'
import { ghostFeature } from './features/drivers/ghosts.service.ts'
import { homeFeature } from './features/drivers/home.service.ts'
import { gloveboxFeature } from './features/glovebox/glovebox.service.ts'
import { alertFeature } from './features/host/alerts/alerts.service.ts'
import { hostBackupFeature } from './features/host/backups/backups.service.ts'
import { hostGhostFeature } from './features/host/ghosts/ghosts.service.ts'
import { hostFeature } from './features/host/hosts.service.ts'
import { invitationFeature } from './features/host/invitations/invitations.service.ts'
import { type LookAtFolder, overviewFeature } from './features/host/overview/overview.service.ts'
import { peopleFeature } from './features/host/people/people.service.ts'
import { reportFeature } from './features/host/reports/reports.service.ts'
import { instanceFeature } from './features/instance/instance.service.ts'
import { inviteFeature } from './features/invites/invites.service.ts'
import { journalFeature } from './features/journal/journal.ts'
import { liveFeature } from './features/live/live-streams.ts'
import { newsFeature } from './features/news/news.service.ts'
import { ensurePushKey } from './features/news/push-key.ts'
import { stopLinkEndpoint } from './features/news/stop-link-endpoint.ts'
import { noticeFeature } from './features/notices/notices.service.ts'
import { importFeature } from './features/own-account/imports/imports.service.ts'
import { createPurging } from './features/own-account/leaving/purging.ts'
import { ownAccountFeature } from './features/own-account/own-account.service.ts'
import { passwordResetFeature } from './features/password-resets/password-resets.service.ts'
import { pictureFeature } from './features/pictures/pictures.service.ts'
import { previewService } from './features/previews/previews.service.ts'
import { ratingFeature } from './features/ratings/ratings.service.ts'
import { receivedRatingFeature } from './features/ratings/received/received-ratings.service.ts'
import { replyFeature } from './features/ratings/replies.service.ts'
import { eveningAfter } from './features/ratings/sealed/evening-post.ts'
import { createMonthAwards } from './features/receipts/month-awards.ts'
import { receiptFeature } from './features/receipts/receipts.service.ts'
import { sentFeature } from './features/sent/sent.service.ts'
import { sentPageEndpoint } from './features/sent/sent-page-endpoint.ts'
import { statsFeature } from './features/stats/stats.service.ts'
import type { Openings } from './features/trips/due-trips.ts'
import { tripFeature } from './features/trips/trips.service.ts'
import { respond } from './http/answer.ts'
import { apiDocsEndpoint } from './http/api-docs/api-docs-endpoint.ts'
import { keptAnswers } from './http/calls/kept-answers.ts'
import { mountRoutes } from './http/calls/mount-routes.ts'
import { clientOf, withClient } from './http/client.ts'
import type { Ui } from './http/files/ui-files.ts'
import { createIdentity } from './http/identity/identity.ts'
import { createPageLanguages } from './http/identity/page-language.ts'
import type { NoteProxy } from './http/identity/proxy-user.ts'
import { asRefusal, invalid, notFound, problemAnswer, Refusal, somethingWentWrong } from './http/problems.ts'
import { createRequestPipeline, type RequestHandler } from './http/request-pipeline.ts'
import { type LongWrites, longWritesHere } from './long-writes/long-writes.ts'
import type { Alerts } from './operations/alerts/alerts.ts'
import type { ServerBackups } from './operations/backups/backup-worker-client.ts'
import { createMailer } from './operations/mail/mailer.ts'
import type { Metrics } from './operations/metrics/metrics.ts'
import { type DrawPicture, drawnPictures } from './operations/pictures/drawn-pictures.ts'
import type { PictureCache } from './operations/pictures/picture-cache.ts'
import { pictureEndpoint } from './operations/pictures/picture-endpoint.ts'
import type { Post } from './operations/push/push-client.ts'

// Reports only the first validation error. Unless NODE_ENV is production, Elysia prints the whole body once per error.
v.setGlobalConfig({ abortEarly: true })

export type App = {
	fetch: RequestHandler
	endStreams(): void
	stopNews(): Promise<void>
	newsSettled(): Promise<void>
	/** Writes pending data, then waits for outgoing requests to finish. */
	close(): Promise<void>
	routes: { method: string; path: string }[]
	/** Paths of the calls whose answers are cached. */
	keptPaths: string[]
}

export function createApp(
	context: Context,
	parts: {
		ui: Ui
		instanceId?: string | undefined
		offeredLanguages?: readonly Language[] | undefined
		drawing: { draw: DrawPicture; cache: PictureCache }
		longWrites?: LongWrites
		openings?: Openings
		lookAtFolder?: LookAtFolder
		backups?: ServerBackups | null
		alerts?: Alerts | null
		metrics?: Metrics | null
		post?: Post
		noteProxy?: NoteProxy
		refuse?: Parameters<typeof mountRoutes>[2]['refuse']
		checksAnswers?: boolean
	},
): App {
	const { config, log, limits, catalogueOf } = context
	const { ui, instanceId, drawing, lookAtFolder = null, backups = null, alerts = null, metrics = null } = parts
	const { longWrites = longWritesHere(context), post, checksAnswers = false } = parts
	ensurePushKey(context)
	const languages = createPageLanguages({
		basePath: config.basePath,
		instance: config.language,
		settingOf: (member) => context.queries.users.userById(member)?.language,
		offered: parts.offeredLanguages,
	})
	const identity = createIdentity(sessionService(context), config.basePath, languages)
	const purging = createPurging(context, longWrites)
	const purge = async () => {
		void drawing.cache.empty()
		await purging.purge()
	}
	const leaving = { purge, longWrites }
	const mailer = createMailer(config, log)

	const passkeyChecks = createPasskeyChecks(context)
	const confirmations = createConfirmations(context)
	const proofs = { passkey: passkeyProof(context, passkeyChecks), oidc: confirmations.prove }
	const prove = createProofs(context, proofs)
	const host = hostFeature(context, prove)
	const hostAlerts = alertFeature(context, alerts)
	const instance = instanceFeature(context, { instanceId, eveningAfter })
	const invites = inviteFeature(context)
	const ratings = ratingFeature(context, longWrites)
	const analytics = analyticsFeature(context)
	const news = newsFeature(context, { mailer, ...(post && { post }) })
	const passwordResets = passwordResetFeature(context, { mailer, adoptGuestRatings: ratings.adoptGuestRatings })
	const pictures = pictureFeature(context)
	const awardsOfMonth = createMonthAwards(context)
	const receipts = receiptFeature(context, { pictures, awardsOfMonth })
	const sent = sentFeature(context, { pictures, receipts })
	const { adoptGuestRatings, recentRatingOf } = ratings
	const joining = createJoining(context, {
		admission: invites.admission,
		adoptGuestRatings,
		makeFirstHost: host.makeFirstHost,
	})
	const claims = claimFeature(context, { adoptGuestRatings, passkeyChecks, notifyCreator: news.claimed })
	const notices = noticeFeature(context)
	const routes = [
		accountFeature(context, { joining, adoptGuestRatings, recentRatingOf, hostView: host.hostView }),
		passkeyFeature(context, { checks: passkeyChecks, prove, joining, adoptGuestRatings, checkClaim: claims.check }),
		oidcFeature(context, { confirmations, prove, joining, adoptGuestRatings, claims }),
		accessTokenFeature(context, prove),
		ownAccountFeature(context, { ...leaving, prove }),
		importFeature(context, longWrites),
		passwordResets,
		invites,
		homeFeature(context, notices),
		notices,
		ghostFeature(context),
		claims,
		ratings,
		receivedRatingFeature(context),
		replyFeature(context),
		statsFeature(context),
		receipts,
		sent,
		gloveboxFeature(context, awardsOfMonth),
		pictures,
		tripFeature(context, pictures, parts.openings),
		analytics,
		host,
		journalFeature(context),
		overviewFeature(context, { about: instance.about, lookAtFolder, alertsNow: hostAlerts.alertsNow }),
		hostAlerts,
		hostGhostFeature(context, longWrites),
		invitationFeature(context),
		peopleFeature(context, leaving),
		reportFeature(context),
		hostBackupFeature(context, backups),
		instance,
		liveFeature(context),
		news,
	].flatMap((feature) => feature.routes)

	const api = new Elysia({ prefix: `${config.basePath}/api` })
		// The request pipeline has already read and checked the body.
		.onParse(({ request }) => clientOf(request).body)
		.onError(({ error, code, request }) => {
			const refusal = code === 'NOT_FOUND' ? notFound('not_found') : (asRefusal(error) ?? refusedInput(error))
			const client = clientOf(request)
			if (!refusal) log.problem(client.requestId, request, error)
			return respond(problemAnswer(refusal ?? somethingWentWrong(), client.requestId), client)
		})

	const kept = keptAnswers(context.db, identity)
	const hostGate = {
		isHost: (request: Request, me: UserId) => host.isHost(me, clientOf(request)),
		isConfirmed: (request: Request) => host.isConfirmed(identity.sessionOf(request)),
	}
	const { publicUrl } = config
	mountRoutes(api, routes, {
		identity,
		hosts: hostGate,
		kept,
		turns: context.db.turns,
		publicUrl,
		refuse: parts.refuse,
		checksAnswers,
		finish: ratings.finishAdopting,
	})

	return {
		fetch: createRequestPipeline({
			config,
			identity,
			languages,
			catalogueOf,
			tokenOwners: tokenOwners(context),
			ui,
			log,
			limits,
			hasGuestRatings: ratings.hasGuestRatings,
			previewOf: previewService({ pictures }),
			readTogether: context.db.readTogether,
			turns: context.db.turns,
			counter: metrics?.counter,
			noteProxy: parts.noteProxy,
			api: async (request) => kept.answer(request) ?? api.handle(withLongHost(request)),
			endpoints: [
				pictureEndpoint({ pictureAt: pictures.pictureAt, pictureFor: drawnPictures(drawing), limits }),
				sentPageEndpoint({ config, pictures, livePage: sent.livePage, languages, catalogueOf }),
				stopLinkEndpoint(config.basePath),
				...(metrics?.endpoint ? [metrics.endpoint] : []),
				...(config.apiDocs ? [apiDocsEndpoint(config.basePath)] : []),
			],
		}),
		endStreams: context.live.endAll,
		stopNews: news.stop,
		newsSettled: news.settled,
		close: async () => {
			purging.finish()
			passwordResets.sendAllNow()
			await Promise.all([analytics.close(), mailer?.close()])
		},
		routes: api.routes.map(({ method, path }) => ({ method, path })),
		keptPaths: routes.flatMap(({ call, isKept }) => (isKept ? [call.path] : [])),
	}
}

/**
 * Elysia searches for the path from the URL's 11th character on, but in `http://nas/` it starts at the 10th. Requests for
 * such short host names get a longer one; no code after the request pipeline reads it.
 */
function withLongHost(request: Request): Request {
	const { url, method, headers } = request
	if (url.indexOf('/', 8) >= 11) return request
	return withClient(new Request(url.replace('://', '://short.'), { method, headers }), clientOf(request))
}

/**
 * Elysia's own validation response would repeat the whole body, passwords included. A response that violates its schema is a
 * server bug, so it is not reported as invalid input.
 */
function refusedInput(error: unknown) {
	if (!(error instanceof ValidationError) || error.type === 'response') return undefined
	const issue = error.valueError as v.BaseIssue<unknown> | undefined
	return issue ? Refusal.ofSchema(issue.message, fieldOf(issue)) : invalid('invalid_input')
}

/** The dotted path of the invalid field, cut before the first key that the client chose. */
function fieldOf({ path }: v.BaseIssue<unknown>): string | undefined {
	const names = (path ?? []).map(({ key }) => String(key))
	const foreign = names.findIndex((name) => !/^\w{1,40}$/.test(name))
	return (foreign < 0 ? names : names.slice(0, foreign)).join('.') || undefined
}
