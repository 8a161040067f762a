import { type Html, html } from './html.ts'

type PageParts = { look: string; lead: Html; content: Html; aside?: Html; action: Html }

/** As src-ui/kit/page/page.tsx. */
export const page = ({ look, lead, content, aside, action }: PageParts): Html => html`
	<main id="main" tabindex="-1" class="page ${look}">
		<div class="page-lead">${lead}</div>
		<div class="page-content">${content}</div>
		${aside !== undefined && html`<div class="page-aside">${aside}</div>`}
		<div class="page-action"><div class="page-action-buttons">${action}</div></div>
	</main>
`

export const linkButton = (text: string, href: string, look: string): Html =>
	html`<a href="${href}" class="button ${look} sticker sticker-press">${text}</a>`

/** A button works only with a script, so this is its drawing. `iconSize` leaves room for an icon before the text. */
export const drawnButton = (text: string, look: string, iconSize = 0): Html => html`
	<span class="button ${look} sticker sticker-press">
		${iconSize > 0 && html`<svg width="${iconSize}" height="${iconSize}"></svg> `}${text}
	</span>
`
