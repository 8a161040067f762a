import type { Language } from '#contract/languages.ts'
import { languageTagged } from '#contract/languages.ts'
import { NEUTRAL_PAGE, namedAt, type PagePath, pageAt } from '#contract/pages.ts'
import { type Catalogue, inLanguage } from '#contract/text.ts'
import type { WriteTurns } from '#db/file/write-turns.ts'
import { hostReader, type RequestHost } from '#server/http/addresses/host-names.ts'
import { outsideBasePathPage, unknownHostPage } from '#server/http/pages/notice-page.ts'
import type { Config } from '#server/settings/config.ts'
import { newNonce } from '#server/tokens.ts'
import { type Answer, respond } from './answer.ts'
import {
	addressKey,
	type Client,
	type ClientRequest,
	clientBehind,
	isPrivate,
	LONG_WRITE_SECONDS,
	newClient,
	type Peer,
	proxyTest,
	type Viewer,
	withClient,
} from './client.ts'
import { repairedAddress } from './files/mangled-links.ts'
import { answersInHtml, createPageAnswers, NO_ANSWERS, type PageAnswers } from './files/page-answers.ts'
import { originOf, type PagePreview, type PreviewedLink, pageHead } from './files/page-head.ts'
import { fileAnswer, noFileAnswer, redirectAnswer, uiPageAnswer } from './files/ui-answers.ts'
import type { Ui, UiFile } from './files/ui-files.ts'
import { firstWords } from './first-words/first-words.ts'
import type { Identity } from './identity/identity.ts'
import type { PageLanguages } from './identity/page-language.ts'
import { type NoteProxy, proxyUserReader } from './identity/proxy-user.ts'
import { readOnlyTokenOf, readOnlyTokens, type TokenOwners } from './identity/read-only-tokens.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { wantsPage } from './pages/notice-page.ts'
import { asRefusal, notFound, problemAnswer, somethingWentWrong } from './problems.ts'
import {
	badHost,
	checkOrigin,
	fileGate,
	ownerOfFileAt,
	readJson,
	UPLOAD_SECONDS,
	unknownHost,
} from './request-gates.ts'
import { type Log, methodOf, type RequestEntry } from './request-log.ts'
import { isForApi, isForFile, isProbe, METRICS_PATH, pathUnder } from './request-paths.ts'

export type RequestHandler = (request: Request, peer: Peer) => Promise<Response>

/** Serves GET at its own addresses, next to the API and the pages. */
export type Endpoint = {
	handles(path: string): boolean
	/** Pattern for the log, if the path itself must not be in it. */
	route?: string
	handle(request: Request, path: string): Answer | Promise<Answer>
}

export type RequestCounter = { started(): void; answered(entry: RequestEntry): void }

/**
 * Every request passes through here. `respond` builds every answer, so even refusals carry the security headers; the API's
 * answers are built in its routes.
 */
export function createRequestPipeline(dependencies: {
	config: Config
	identity: Identity
	languages: PageLanguages
	catalogueOf: (tag: string) => Catalogue | null
	tokenOwners: TokenOwners
	ui: Ui
	log: Log
	limits: RateLimits
	hasGuestRatings: (guestKey: string) => boolean
	previewOf: (page: PagePath | null, named: string, answers: PageAnswers, link: PreviewedLink) => PagePreview
	turns: Pick<WriteTurns, 'share' | 'areTaken'>
	readTogether: () => void
	api: (request: ClientRequest) => Promise<Response>
	endpoints?: Endpoint[]
	noteProxy?: NoteProxy
	counter?: RequestCounter
}): RequestHandler {
	const {
		config,
		identity,
		languages,
		catalogueOf,
		tokenOwners,
		ui,
		log,
		limits,
		hasGuestRatings,
		previewOf,
		readTogether,
		turns,
		api,
		endpoints = [],
		noteProxy = () => {},
		counter,
	} = dependencies
	const isProxy = proxyTest(config.trustedProxies)
	const warnOfProxy = oncePerText((peer) =>
		log.warn(`${peer} sends X-Forwarded-For but is not in --trusted-proxies, so all its users count as one.`),
	)

	const proxyUserOf = proxyUserReader(config, { isProxy, log, note: noteProxy })

	const hostOf = hostReader(config)
	const tokens = readOnlyTokens(tokenOwners, limits)
	const withFile = fileGate()
	const pageAnswers = createPageAnswers({
		api,
		limits,
		basePath: config.basePath,
		memberIdOf: (request) => identity.viewerOf(request).userId,
	})

	const identifyClient = (request: Request, from: Peer, host: RequestHost | null): Client => {
		const { address: peer, stayConnected, isDesktopWindow } = from
		const { address, isForwardedHttps } = clientBehind(isProxy, peer, request.headers)
		if (peer && request.headers.has('x-forwarded-for') && isPrivate(peer) && !isProxy(peer)) warnOfProxy(peer)
		const { isPublicHttps = false, isThisMachine = false } = host ?? {}
		const isHttps = isForwardedHttps || isPublicHttps || config.tlsCert !== null
		return newClient({
			address,
			host,
			proxyUser: proxyUserOf(peer, request.headers),
			isHttps,
			isPublicHttps,
			isTrustworthy: isHttps || isThisMachine,
			stayConnected,
			isDesktopWindow,
		})
	}

	const checkOwnOrigin = (request: Request, { isHttps }: Client, { authority }: RequestHost, path: string) => {
		if (!isWrite(request)) return
		const own = `${isHttps ? 'https' : 'http'}://${authority}`
		checkOrigin(request, path, config.publicUrl ? [own, config.publicUrl.origin] : [own])
	}

	const answerFromApi = async (request: ClientRequest, client: Client, path: string): Promise<Response> => {
		client.route = '/api/*'
		if (isWrite(request) || !isProbe(path)) limits.everything.check(addressKey(client))
		const answered = () => {
			// A write ends the snapshot, so the few reads before it would not make up for its three statements.
			if (!isWrite(request)) readTogether()
			return api(request)
		}
		const response = isWrite(request) ? await answerWrite(request, client, path, answered) : await answered()
		// A response without the id bypassed `respond`: Elysia built it itself, and the other headers are missing too.
		if (!response.headers.has('X-Request-Id')) throw new Error(`Elysia answered ${response.status} by itself`)
		return response
	}

	const answerWrite = async (
		request: ClientRequest,
		client: Client,
		path: string,
		answered: () => Promise<Response>,
	): Promise<Response> => {
		const owner = request.method === 'POST' ? ownerOfFileAt(path) : null
		if (owner !== null) {
			client.stayConnected(UPLOAD_SECONDS)
			return withFile(request, { owner, viewer: identity.viewerOf(request) }, (bytes) => {
				client.body = bytes
				return turns.share(answered)
			})
		}
		client.body = (await readJson(request, path)) ?? null
		if (turns.areTaken()) client.stayConnected(LONG_WRITE_SECONDS)
		return turns.share(answered)
	}

	const answerFromEndpoint = async (endpoint: Endpoint, request: Request, client: Client, path: string) => {
		client.route = endpoint.route ?? path
		limits.everything.check(addressKey(client))
		return endpoint.handle(request, path)
	}

	const answerFromFile = (file: UiFile, request: Request, client: Client, path: string): Answer => {
		client.route = path
		if (isWrite(request)) throw notFound('not_found')
		return fileAnswer(file, request)
	}

	const answerWithPage = async (
		request: ClientRequest,
		client: Client,
		host: RequestHost,
		path: string,
	): Promise<Answer> => {
		const page = pageAt(path)
		client.route = page ?? '/*'
		if (isWrite(request)) throw notFound('not_found')
		const repaired = repairedAddress(path)
		if (repaired !== null && (page !== null || !isForFile(path)))
			return redirectAnswer(`${config.basePath}${repaired}${URL.parse(request.url)?.search ?? ''}`)
		if (page === null && (isForFile(path) || path === METRICS_PATH)) return noFileAnswer()
		const nonce = newNonce()
		readTogether()
		identity.forgetDeadSession(request)
		languages.renewChoice(request)
		const viewer = identity.viewerOf(request)
		const { userId, guestKey } = viewer
		const language = languages.of(request, viewer)
		const hasSession = userId !== null
		const answers = page === null ? NO_ANSWERS : await pageAnswers(request, page, path)
		const isOfGuest = guestKey !== null && hasGuestRatings(guestKey)
		const url = new URL(request.url)
		const origin = originOf(config, { isHttps: client.isHttps, authority: host.authority })
		const { basePath } = config
		/** A chat shows the sender's language; the title is for the reader. */
		const ofSender = languages.inLink(url)
		const previewIn = (spoken: Language) =>
			inLanguage(catalogueOf(spoken.tag), () =>
				previewOf(page, page === null ? '' : namedAt(path), answers, {
					requestOrigin: client,
					language: spoken,
					isInLink: ofSender !== undefined,
				}),
			)
		const preview = previewIn(ofSender ?? language)
		const { title } = ofSender === undefined || ofSender === language ? preview : previewIn(language)
		const made = inLanguage(catalogueOf(language.tag), () =>
			ui.page({
				pattern: page,
				language,
				linkLanguage: language === languages.ofInstance ? undefined : language.tag,
				nonce,
				hasSession,
				hasGuestRatings: isOfGuest,
				head: pageHead({ ...preview, title }, { origin, basePath }),
				firstWords: firstWords(page, url, answers, { basePath, hasSession, hasGuestRatings: isOfGuest }),
				answers: answersInHtml(answers),
			}),
		)
		const policy = { nonce, inlineScriptHash: ui.inlineScriptHash }
		const answer = uiPageAnswer(made, request, policy, { status: page === null ? 404 : 200, language: language.tag })
		// API answers must not be cached, even when embedded in a page.
		return answers.size === 0 ? answer : { ...answer, caching: 'private' }
	}

	/** The page that the service worker caches: identical for all visitors of a language, without data and cookies. */
	const answerWithNeutralPage = (request: ClientRequest, client: Client): Answer => {
		client.route = NEUTRAL_PAGE
		const nonce = newNonce()
		const language = languageTagged(new URL(request.url).searchParams.get('language')) ?? languages.ofInstance
		const nobodys = {
			pattern: null,
			language,
			linkLanguage: language === languages.ofInstance ? undefined : language.tag,
			hasSession: 'unknown',
			hasGuestRatings: false,
			firstWords: '',
			answers: '{}',
		} as const
		const made = inLanguage(catalogueOf(language.tag), () =>
			ui.page({ ...nobodys, nonce, head: '<title>Backseat</title>' }),
		)
		const policy = { nonce, inlineScriptHash: ui.inlineScriptHash }
		return uiPageAnswer(made, request, policy, { status: 200, language: language.tag })
	}

	/** For a foreign host name or a path outside the base path: browsers get a page, programs a refusal. */
	const answerWrongAddress = (request: Request, { isHttps }: Client, host: RequestHost, path: string): Answer => {
		const { basePath } = config
		const isForPerson = wantsPage(request, path)
		const catalogue = () => catalogueOf(languages.of(request, NOBODY).tag)
		if (!host.isOwnName) {
			if (!isForPerson) throw unknownHost()
			return inLanguage(catalogue(), () => unknownHostPage(host, { isHttps, basePath }))
		}
		if (!isForPerson) throw notFound('not_found')
		return inLanguage(catalogue(), () => outsideBasePathPage(basePath))
	}

	const answerOne = async (request: ClientRequest, client: Client, host: RequestHost | null): Promise<Response> => {
		try {
			// `URL.parse` rejects some hosts that look like valid names, such as `xn--a.local`.
			const pathname = URL.parse(request.url)?.pathname
			if (!host || pathname === undefined) throw badHost()
			const path = pathUnder(config.basePath, pathname)
			if (path === null || !host.isOwnName)
				return respond(answerWrongAddress(request, client, host, path ?? pathname), client)
			const token = readOnlyTokenOf(request)
			if (token !== null) tokens.identify(request, token, path)
			checkOwnOrigin(request, client, host, path)
			const endpoint = endpoints.find(({ handles }) => handles(path))
			if (endpoint && !isWrite(request))
				return respond(await answerFromEndpoint(endpoint, request, client, path), client)
			if (isForApi(path)) return await answerFromApi(request, client, path)
			const file = ui.file(path)
			if (file) return respond(answerFromFile(file, request, client, path), client)
			if (path === NEUTRAL_PAGE && ui.hasServiceWorker && !isWrite(request))
				return respond(answerWithNeutralPage(request, client), client)
			return respond(await answerWithPage(request, client, host, path), client)
		} catch (error) {
			const refusal = asRefusal(error)
			if (!refusal) log.problem(client.requestId, request, error)
			return respond(problemAnswer(refusal ?? somethingWentWrong(), client.requestId), client)
		}
	}

	return async (request, peer) => {
		const since = performance.now()
		counter?.started()
		const host = hostOf(request.headers.get('host'))
		const client = identifyClient(request, peer, host)
		const response = await answerOne(withClient(request, client), client, host)
		client.nextGuest?.end()
		const { route, requestId } = client
		const ms = performance.now() - since
		const entry = { method: methodOf(request), route, status: response.status, ms, requestId }
		log.request(entry)
		counter?.answered(entry)
		return response
	}
}

const NOBODY: Viewer = { userId: null, guestKey: null }

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

const TEXTS_MAX = 100

function oncePerText(report: (text: string) => void) {
	const reported = new Set<string>()
	return (text: string) => {
		if (reported.has(text) || reported.size >= TEXTS_MAX) return
		reported.add(text)
		report(text)
	}
}
