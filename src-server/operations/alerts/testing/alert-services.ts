/** A request that the alert service received. */
export type TakenAlert = { path: string; headers: Headers; body: string; json: Record<string, unknown> }

/** An alert service on this machine that gives this answer to each alert. */
export function alertService(answer: () => Response | Promise<Response> = () => new Response('ok')) {
	const taken: TakenAlert[] = []
	const server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		async fetch(request) {
			const body = await request.text()
			taken.push({ path: new URL(request.url).pathname, headers: request.headers, body, json: JSON.parse(body) })
			return answer()
		},
	})
	const host = `127.0.0.1:${server.port}`
	return {
		host,
		taken,
		ntfy: `ntfy+http://:tk_token@${host}/backseat`,
		/** Titles of the received alerts, without the product's name. */
		titles: () => taken.map(({ json }) => String(json.title).replace('Backseat: ', '')),
		[Symbol.dispose]: () => void server.stop(true),
	}
}
