import type { Answer } from '#server/http/answer.ts'
import { fileAnswer, pageAnswer } from '#server/http/files/ui-answers.ts'
import type { Endpoint } from '#server/http/request-pipeline.ts'
import { newNonce } from '#server/tokens.ts'
import { swaggerFile } from './swagger-files.ts'

const PAGE = '/api/docs'

/**
 * The OpenAPI document and a page for it. Nothing of it is made, or even loaded, before somebody asks: it would cost
 * every start, and most never have it asked.
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

/** In a file of its own, as the page's content security policy runs no inline script. The validator would be a third party's service. */
const startScript = (address: string) =>
	`SwaggerUIBundle({ url: '${address}/json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })\n`
