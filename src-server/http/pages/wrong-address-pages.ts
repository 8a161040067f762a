import type { Host } from '#server/http/addresses/host-names.ts'
import { html, noticePage } from './notice-page.ts'

/* Pages for people who reached the right server by a wrong address. */

/** Under a name that is not ours. */
export const unknownHostPage = (
	{ name, authority }: Host,
	{ isHttps, basePath }: { isHttps: boolean; basePath: string },
) =>
	noticePage({
		status: 421,
		title: 'Unknown name',
		heading: 'Not the name on our sign',
		plate: name,
		text: html`
<p>A Backseat is waiting here, but it does not answer under that name. It only takes names that it was told, so that no
other web site can pose as it.</p>
<p><strong>Just a passenger?</strong> Ask whoever sent you for the right address.</p>
<p><strong>Your Backseat, and your name too?</strong> Start it with</p>
<pre>--allowed-hosts ${name}</pre>
<p>or, if everybody should use this address, with</p>
<pre>--public-url ${isHttps ? 'https' : 'http'}://${authority}${basePath}</pre>
<p>Both can stand in <code>backseat.toml</code> as well.</p>`,
	})

/** Beside the base path. */
export const outsideBasePathPage = (basePath: string) =>
	noticePage({
		status: 404,
		title: 'Not found',
		heading: 'You got off one stop early',
		text: html`
<p>Nothing is parked here. This Backseat lives at <a href="${basePath}/">${basePath}/</a>.</p>`,
	})
