import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

// What every contestant is given: the data file, and what Backseat sends with its answers.

export type Headers = Record<string, string>

/** Recorded from the built binary, so that the limit sends the same bytes, whatever they are today. */
export type Site = {
	/** The headers of an answer of the API, without those that differ each time. */
	apiHeaders: Headers
	/** Both texts with NONCE where the nonce stands, and the page with ANSWERS where its data stand. */
	page: { text: string; policy: string; headers: Headers }
	asset: { path: string; headers: Headers; base64: string }
	/** Ids, for the one who asks nobody who they are. */
	asker: number
	rater: number
	/** Where the files of the browser app lie. */
	uiFolder: string
}

export function readArguments() {
	const [dataFile, siteFile] = process.argv.slice(2)
	if (!dataFile || !siteFile) throw new Error('Usage: DATA-FILE SITE-FILE')
	return { dataFile, site: JSON.parse(readFileSync(siteFile, 'utf8')) as Site }
}

export const NONCE = '%NONCE%'
export const ANSWERS = '%ANSWERS%'

/** The data that a page carries, as JSON that may stand in HTML. */
export const pageData = (answers: object) => JSON.stringify(answers).replaceAll('<', '\\u003c')

/** Cuts the page up once. `answers`: the data it carries. */
export function pageWriter({ text, policy }: Site['page']) {
	const [before = [], after = []] = text.split(ANSWERS).map((half) => half.split(NONCE))
	const policyParts = policy.split(NONCE)
	return {
		text: (nonce: string, answers: object) => before.join(nonce) + pageData(answers) + after.join(nonce),
		policy: (nonce: string) => policyParts.join(nonce),
	}
}

export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
export const newToken = () => randomBytes(32).toString('base64url')

const SESSION = /(?:^|; )backseat_session=([^;]+)/
export const sessionIn = (cookies: string | null | undefined) => SESSION.exec(cookies ?? '')?.[1]
export const sessionCookie = (token: string) =>
	`backseat_session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`

export const announce = (port: number | undefined) => console.log(`is ready at http://127.0.0.1:${port}/`)
