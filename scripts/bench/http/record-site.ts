import { join } from 'node:path'
import { projectFolder } from '../../run.ts'
import { ANSWERS, NONCE, type Headers as PlainHeaders, type Site } from '../contestants/site.ts'
import { ASKER, RATERS } from './bench-data.ts'
import { ask, benchCalls, nonceIn, plainText } from './calls.ts'

/** These differ from answer to answer, or the server adds them by itself. */
const VARYING = ['date', 'content-length', 'x-request-id', 'set-cookie']

const lasting = (headers: Headers): PlainHeaders =>
	Object.fromEntries([...headers].filter(([name]) => !VARYING.includes(name)))

/** The data that a page carries. */
const DATA = /(<script [^>]*id="page-answers">)[^<]*/

/** What a server run from its sources, without a browser app, is asked for. */
const NOT_BUILT = '/assets/none'

/** Reads from a running Backseat what it sends beside the data, for the contestants to send the same. */
export async function recordSite(origin: string): Promise<Site> {
	const apiAnswer = await ask(origin, benchCalls('').user)
	if (apiAnswer.status !== 200) throw new Error(`The recorded server answers ${apiAnswer.status}`)
	const pageAnswer = await ask(origin, benchCalls('').page)
	const text = await plainText(pageAnswer)
	const nonce = nonceIn(pageAnswer.headers)
	const style = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(text)?.[1]
	if (!nonce) throw new Error(`No nonce in the page's policy:\n${text}`)
	const template = text.replaceAll(nonce, NONCE).replace(DATA, (_, before) => before + ANSWERS)
	const { 'content-security-policy': policy = '', ...pageHeaders } = lasting(pageAnswer.headers)

	const calls = benchCalls(new URL(style ?? NOT_BUILT, origin).pathname)
	const assetAnswer = await ask(origin, calls.asset)
	return {
		apiHeaders: lasting(apiAnswer.headers),
		page: { text: template, policy: policy.replaceAll(nonce, NONCE), headers: pageHeaders },
		asset: {
			path: calls.asset.path,
			headers: lasting(assetAnswer.headers),
			base64: (await assetAnswer.bytes()).toBase64(),
		},
		asker: ASKER,
		rater: RATERS[0] ?? 0,
		uiFolder: join(projectFolder, 'dist/ui'),
	}
}
