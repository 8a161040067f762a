import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '#server/http/answer.ts'
import { fileAnswer, pageAnswer } from '#server/http/files/ui-answers.ts'
import type { UiFile } from '#server/http/files/ui-files.ts'
import type { Endpoint } from '#server/http/request-pipeline.ts'
import { newNonce } from '#server/tokens.ts'

const PAGE = '/api/docs'

/**
 * The OpenAPI document and a page for it. Both are loaded and built on first request, because most servers never serve
 * them.
 */
export function apiDocsEndpoint(basePath: string): Endpoint {
	const address = basePath + PAGE
	let document: Promise<string> | undefined
	const makeDocument = async () => JSON.stringify((await import('./openapi.ts')).openApiDocument(basePath))
	const json = async () => {
		document ??= makeDocument()
		return text(await document, 'application/json')
	}
	const file = (name: Parameters<typeof swaggerFile>[0]) => (request: Request) => fileAnswer(swaggerFile(name), request)

	const answers: Record<string, (request: Request) => Answer | Promise<Answer>> = {
		[`${PAGE}/json`]: json,
		[`${PAGE}/start.js`]: () => text(startScript(address), 'text/javascript; charset=utf-8'),
		[`${PAGE}/swagger-ui.css`]: file('swagger-ui.css'),
		[`${PAGE}/swagger-ui-bundle.js`]: file('swagger-ui-bundle.js'),
	}
	return {
		handles: (path) => path === PAGE || Object.hasOwn(answers, path),
		handle: async (request, path) => {
			const answer = answers[path]
			return answer?.(request) ?? pageAnswer(page(address), { nonce: newNonce(), inlineScriptHash: null })
		},
	}
}

const text = (body: string, contentType: string): Answer => ({ status: 200, body, contentType, caching: 'revalidate' })

const page = (address: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Backseat API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${address}/swagger-ui.css">
<div id="swagger-ui"></div>
<script src="${address}/swagger-ui-bundle.js"></script>
<script src="${address}/start.js"></script>
</html>
`

/**
 * A separate file, because the content security policy blocks inline scripts. The validator is off, because it is a
 * third-party service.
 */
const startScript = (address: string) =>
	`SwaggerUIBundle({ url: '${address}/json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })\n`

/** Files of Swagger UI that the page needs, unchanged. scripts/build.ts embeds them in the binary. */
export const SWAGGER_FILES = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const

/** The binary embeds the files; from source they are read from the package. */
const EMBEDDED = join(import.meta.dir, 'swagger-ui')
const INSTALLED = join(import.meta.dir, '..', '..', '..', 'node_modules', 'swagger-ui-dist')

const read = new Map<string, UiFile>()

/** Reads and compresses each file on first request. */
function swaggerFile(name: keyof typeof SWAGGER_FILES): UiFile {
	const known = read.get(name)
	if (known) return known
	const plain = new Uint8Array(readFileSync(join(existsSync(EMBEDDED) ? EMBEDDED : INSTALLED, name)))
	const file: UiFile = {
		contentType: `${SWAGGER_FILES[name]}; charset=utf-8`,
		etag: `W/"${new Bun.CryptoHasher('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
		isHashed: false,
		plain,
		brotli: null,
		gzip: Bun.gzipSync(plain),
	}
	read.set(name, file)
	return file
}
