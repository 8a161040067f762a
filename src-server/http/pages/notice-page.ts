import { aroundBold, isRightToLeft, localeOfTexts, t } from '#contract/text.ts'
import type { Host } from '#server/http/addresses/host-names.ts'
import type { Answer } from '#server/http/answer.ts'
import { pageAnswer } from '#server/http/files/ui-answers.ts'
import { isForApi } from '#server/http/request-paths.ts'
import { newNonce } from '#server/tokens.ts'

/** A page outside the browser app, for addresses it cannot serve. */
export type Notice = {
	status: number
	title: string
	heading: string
	plate?: string
	text: string
}

export const html = (parts: TemplateStringsArray, ...values: string[]): string =>
	String.raw({ raw: parts }, ...values.map((value) => Bun.escapeHTML(value)))

/** True for browsers. `path` is below the base path. */
export const wantsPage = ({ method, headers }: Request, path: string): boolean =>
	(method === 'GET' || method === 'HEAD') && !isForApi(path) && (headers.get('accept') ?? '').includes('text/html')

/** The opening tag of a page in the language of its texts. */
export const openingTag = (): string =>
	`<html lang="${localeOfTexts().replace(/-u-.*/, '')}"${isRightToLeft() ? ' dir="rtl"' : ''}>`

/** Self-contained, because a refused host name serves no other file. */
export function noticePage({ status, title, heading, plate, text }: Notice): Answer {
	const nonce = newNonce()
	const notice = `<!doctype html>
${openingTag()}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${Bun.escapeHTML(title)} · Backseat</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
<main>
${LOGO}
<h1>${Bun.escapeHTML(heading)}</h1>
${plate === undefined ? '' : `<p class="plate">${Bun.escapeHTML(plate)}</p>\n`}${text.trim()}
</main>
</html>
`
	return pageAnswer(notice, { nonce, inlineScriptHash: null }, status)
}

/** Colours and shapes match src-ui/styles.css. */
export const PAGE_STYLE = `
:root { --ground: #fff6e5; --surface: #fffdf8; --ink: #1c1a27; --shadow: #1c1a27; --link: #5233d9 }
@media (prefers-color-scheme: dark) {
	:root { --ground: #14121c; --surface: #221f2e; --ink: #fff6e5; --shadow: #4a39a8; --link: #b3a4ff }
}
body { margin: 0; padding: 1rem; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif }
main { box-sizing: border-box; max-width: 34rem; margin: 6vh auto; padding: 1.5rem; background: var(--surface);
	border: 3px solid var(--ink); border-radius: .875rem; box-shadow: 5px 5px 0 var(--shadow); overflow-wrap: anywhere }
h1 { margin: .75rem 0; font-size: 1.75rem; line-height: 1.15; letter-spacing: -.02em; text-wrap: balance }
p { margin: .75rem 0 }
a { color: var(--link) }`

const STYLE = `${PAGE_STYLE}
pre, code { border-radius: .35em; background: var(--ground); font: .9em/1.5 ui-monospace, monospace }
pre { margin: 0; padding: .5em .75em; white-space: pre-wrap }
code { padding: .1em .35em }
.plate { padding: .5rem 1rem; border: 3px solid #1c1a27; border-radius: .6rem; background: #ffc62b; color: #1c1a27;
	font: 700 1.25rem/1.3 'Arial Narrow', system-ui, sans-serif; text-align: center }`

export const LOGO = `<svg aria-hidden="true" width="88" height="55" viewBox="0 0 48 30" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round"><path d="M21 1.5h6l-.8 6h-4.4z" fill="#6a4df5"/><path d="M6.5 6.5c10-1.8 25-1.8 35 0 3 .6 4.7 2.7 4.3 5.7l-1.3 10c-.4 3.2-2.5 5.2-5.7 5.6-4.3.6-8.3.9-14.8.9s-10.5-.3-14.8-.9c-3.2-.4-5.3-2.4-5.7-5.6l-1.3-10c-.4-3 1.3-5.1 4.3-5.7z" fill="#8fd3ff"/><g stroke="none"><circle cx="17" cy="18" r="5.8" fill="#fff"/><circle cx="31" cy="18" r="5.8" fill="#fff"/><circle cx="19" cy="18.6" r="2.9" fill="#1c1a27"/><circle cx="33" cy="18.6" r="2.9" fill="#1c1a27"/></g></svg>`

export const unknownHostPage = (
	{ name, authority }: Host,
	{ isHttps, basePath }: { isHttps: boolean; basePath: string },
) =>
	noticePage({
		status: 421,
		title: t('Unknown name'),
		heading: t('Not the name on our sign'),
		plate: name,
		text: unknownHostText(name, `${isHttps ? 'https' : 'http'}://${authority}${basePath}`),
	})

function unknownHostText(name: string, address: string): string {
	const file = aroundBold(t('Both can stand in <b>backseat.toml</b> as well.'))
	return html`
<p>${t('A Backseat is waiting here, but it does not answer under that name. It only takes names that it was told, so that no other web site can pose as it.')}</p>
<p><strong>${t('Just a passenger?')}</strong> ${t('Ask whoever sent you for the right address.')}</p>
<p><strong>${t('Your Backseat, and your name too?')}</strong> ${
		// Translators: a command follows in a line of its own
		t('Start it with')
	}</p>
<pre>--allowed-hosts ${name}</pre>
<p>${
		// Translators: between two commands, of which the first follows 'Start it with'
		t('or, if everybody should use this address, with')
	}</p>
<pre>--public-url ${address}</pre>
<p>${file.before}<code>${file.bold}</code>${file.after}</p>`
}

export function outsideBasePathPage(basePath: string): Answer {
	const { before, bold, after } = aroundBold(
		t('Nothing is parked here. This Backseat lives at <b>{path}</b>.', { path: `${basePath}/` }),
	)
	return noticePage({
		status: 404,
		title: t('Not found'),
		heading: t('You got off one stop early'),
		text: html`
<p>${before}<a href="${basePath}/">${bold}</a>${after}</p>`,
	})
}
