import { type Html, html } from './html.ts'

/* As look/receipt.tsx and src-ui/kit/page/receipt-parts.tsx. */

export const receiptStart = (content: Html, torn: 'receipt-torn-both' | 'receipt-torn-bottom'): Html =>
	html`<div class="receipt-stuck"><div class="receipt ${torn} receipt-start">${content}</div></div>`

export const receiptRest = (content: Html): Html => html`
	<div class="receipt-stuck"><div class="receipt receipt-torn-both receipt-rest">${RULE}${content}</div></div>
`

export const RULE: Html = html`<hr class="receipt-rule">`
