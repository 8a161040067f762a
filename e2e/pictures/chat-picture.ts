import { join, resolve } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { withFamily } from './pictures.ts'

// bun e2e/pictures/chat-picture.ts FOLDER: link previews in a chat. The chat is drawn; title, description and picture
// come from the built product's pages.

const PUBLIC_URL = 'https://rides.example.org'
const MESSAGES = [
	{ from: 'them', text: 'Bob, I have opinions about yesterday.', path: 'claim/seed-claim-token-uncle-bob-00001' },
	{ from: 'me', text: 'Grandma wins. Again.', path: 'infographic/102' },
]

const folder = resolve(process.argv[2] ?? 'test-results/pictures')

/** Fetches without cookies or scripts, like a chat app. */
async function previewOf(request: APIRequestContext, path: string) {
	const html = await (await request.get(path)).text()
	const tags = new Map<string, string>()
	const rewriter = new HTMLRewriter().on('meta[property]', {
		element: (meta) => void tags.set(meta.getAttribute('property') ?? '', meta.getAttribute('content') ?? ''),
	})
	await rewriter.transform(new Response(html)).text()
	const said = (property: string) => tags.get(property) ?? ''
	const picture = await request.get(`.${new URL(said('og:image').replaceAll('&amp;', '&')).pathname}`)
	const bytes = (await picture.body()).toString('base64')
	return { title: said('og:title'), description: said('og:description'), picture: `data:image/png;base64,${bytes}` }
}

await withFamily(['--public-url', PUBLIC_URL], async (browser, baseURL) => {
	const stranger = await browser.newContext({ baseURL })
	const bubbles: string[] = []
	for (const { from, text, path } of MESSAGES) {
		const { title, description, picture } = await previewOf(stranger.request, path)
		bubbles.push(`<article class="${from}"><a><img src="${picture}"><b>${title}</b><span>${description}</span>
			<small>${new URL(PUBLIC_URL).host}</small></a><p>${text}<br><u>${PUBLIC_URL}/${path.slice(0, 18)}…</u></p></article>`)
	}
	const chat = await browser.newPage({ viewport: { width: 480, height: 100 }, deviceScaleFactor: 2 })
	await chat.setContent(`<style>
		body { margin: 0; padding: 18px; background: #e9e4dc; font: 15px/1.4 system-ui; color: #1c1a27; display: grid; gap: 16px; align-content: start }
		article { width: 84%; background: #fff; border-radius: 16px; padding: 5px; box-shadow: 0 1px 2px #0003 }
		article.me { justify-self: end; background: #dcf4d7 }
		a { display: grid; gap: 2px; background: #0000000d; border-radius: 12px; overflow: hidden; padding-bottom: 8px }
		img { width: 100%; display: block; margin-bottom: 6px } b, span, small { padding: 0 10px } span { font-size: 13px }
		small { color: #0009 } p { margin: 7px 9px 5px } u { color: #1b63b8 }
	</style>${bubbles.join('')}`)
	await chat.screenshot({ path: join(folder, 'chat.png'), fullPage: true })
})
