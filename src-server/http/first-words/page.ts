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

/** A button works only with a script, so this is its drawing. */
export const drawnButton = (text: string, look: string): Html =>
	html`<span class="button ${look} sticker sticker-press">${text}</span>`
