import { LANGUAGE_OF_LINK } from '#contract/languages.ts'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { SENT_DAYS, sentPath } from '#contract/sent.ts'
import { type Catalogue, inLanguage, t, tn } from '#contract/text.ts'
import { generalWords, previewWith } from '#server/features/previews/preview-words.ts'
import type { RequestOrigin } from '#server/http/addresses/own-addresses.ts'
import type { Answer } from '#server/http/answer.ts'
import { clientOf } from '#server/http/client.ts'
import { originOf, type PagePreview, pageHead } from '#server/http/files/page-head.ts'
import type { PageLanguages } from '#server/http/identity/page-language.ts'
import { html, LOGO, openingTag, PAGE_STYLE } from '#server/http/pages/notice-page.ts'
import type { Endpoint } from '#server/http/request-pipeline.ts'
import type { Picture } from '#server/operations/pictures/picture-content.ts'
import type { Config } from '#server/settings/config.ts'
import type { InWords, ShownPage } from './sent.service.ts'

type Parts = {
	config: Config
	pictures: { addressOf(picture: Picture): string }
	livePage(id: string, requestOrigin: RequestOrigin, inWords: InWords): Promise<ShownPage | null>
	languages: Pick<PageLanguages, 'inLink' | 'ofInstance'>
	catalogueOf: (tag: string) => Catalogue | null
}

const PATH = sentPath('')
/** Chats append punctuation to links. */
const ID = /^[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])/

/**
 * The page of a sent link: HTML without script, for chats and for people without an account, in the language of its sender.
 * It ignores sessions, and is the same 404 for unknown and ended pages.
 */
export function sentPageEndpoint({ config, pictures, livePage, languages, catalogueOf }: Parts): Endpoint {
	const { basePath } = config
	return {
		handles: (path) => path.startsWith(PATH),
		route: `${PATH}*`,
		async handle(request, path): Promise<Answer> {
			const client = clientOf(request)
			const [id = ''] = ID.exec(path.slice(PATH.length)) ?? []
			const ofSender = languages.inLink(new URL(request.url))
			const language = ofSender ?? languages.ofInstance
			const inWords: InWords = (make) => inLanguage(catalogueOf(language.tag), make)
			const found = await livePage(id, client, inWords)
			const to = {
				origin: originOf(config, { isHttps: client.isHttps, authority: client.host?.authority ?? '' }),
				basePath,
			}
			const { tag } = language
			const query = ofSender ? `?${LANGUAGE_OF_LINK}=${tag}` : ''
			if (found)
				return inWords(() =>
					sentPage(
						pageOf(found, (picture) => pictures.addressOf({ ...picture, language: tag }), { basePath, query }),
						to,
						200,
					),
				)
			const address = pictures.addressOf({ content: { kind: 'general' }, shape: 'preview', language: tag })
			return inWords(() =>
				sentPage({ preview: previewWith(generalWords(), { address, path: '/' }), body: endedBody(basePath) }, to, 404),
			)
		},
	}
}

type Page = { preview: PagePreview; body: string }

function pageOf(
	found: ShownPage,
	addressOf: Parts['pictures']['addressOf'],
	{ basePath, query }: { basePath: string; query: string },
): Page {
	const { id, words, content, driverId, month } = found
	const [preview, story] = (['preview', 'story'] as const).map((shape) => addressOf({ content, shape }))
	const [[width, height], [storyWidth, storyHeight]] = [PICTURE_SIZES.preview, PICTURE_SIZES.story]
	const picture = html`<picture>
<source media="(max-aspect-ratio: 4/5)" srcset="${story ?? ''}" width="${String(storyWidth)}" height="${String(storyHeight)}">
<img src="${preview ?? ''}" width="${String(width)}" height="${String(height)}" alt="${words.alt}">
</picture>`
	const button = (path: string, label: string) => html`<p><a class="button" href="${basePath}${path}">${label}</a></p>`
	const next = encodeURIComponent(`/receipts/${month}`)
	const action =
		month !== null
			? html`<p>${t('Members read this.')} <a href="${basePath}/auth?next=${next}">${t('Log in')}</a></p>`
			: driverId === null
				? button('/', t('To Backseat'))
				: button(`/rating/${driverId}`, t('Rate them, too'))
	return {
		preview: previewWith(words, { address: preview ?? '', path: sentPath(id) + query }),
		body: `${html`<h1>${words.headline}</h1>`}\n${picture}\n${action}`,
	}
}

const endedBody = (basePath: string) => html`
<h1>${t('This page has ended')}</h1>
<p>${tn(
	'Or it never was. Its sender may have ended it, or its # day is over. Nobody reads receipts that long, anyway.',
	'Or it never was. Its sender may have ended it, or its # days are over. Nobody reads receipts that long, anyway.',
	SENT_DAYS,
)}</p>
<p><a class="button" href="${basePath}/">${t('To Backseat')}</a></p>`

function sentPage({ preview, body }: Page, to: { origin: string; basePath: string }, status: number): Answer {
	const page = `<!doctype html>
${openingTag()}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${pageHead(preview, to)}
${html`<link rel="icon" href="${to.basePath}/favicon.svg">`}
<style>${STYLE}</style>
<main>
${html`<a class="logo" href="${to.basePath}/" aria-label="Backseat">`}${LOGO}</a>
${body.trim()}
</main>
</html>
`
	return {
		status,
		body: page,
		contentType: 'text/html; charset=utf-8',
		caching: 'private',
		page: { styleHash: STYLE_HASH },
	}
}

/** Leaves the button visible. Not a `max-height`: with one, the picture would have no height until it is loaded. */
const maxWidth = ([width, height]: readonly [number, number]) =>
	['vh', 'svh'].map((unit) => `max-width: calc(68${unit} * ${String(width)} / ${String(height)});`).join(' ')

const STYLE = `${PAGE_STYLE}
main { max-width: 44rem; margin: 3vh auto; text-align: center }
.logo { display: inline-block; color: inherit }
.logo svg { display: block; width: 64px; height: 40px }
h1 { font-size: 1.375rem }
img { display: block; width: 100%; ${maxWidth(PICTURE_SIZES.preview)} height: auto; margin: 0 auto;
	border: 3px solid var(--ink); border-radius: .875rem; box-sizing: border-box }
@media (max-aspect-ratio: 4/5) { img { ${maxWidth(PICTURE_SIZES.story)} } }
.button { display: inline-block; padding: .75rem 1.5rem; border: 3px solid #1c1a27; border-radius: .875rem; background: #ffc62b;
	box-shadow: 3px 3px 0 var(--shadow); color: #1c1a27; font-weight: 700; text-decoration: none }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px }`

const STYLE_HASH = `sha256-${new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')}`
