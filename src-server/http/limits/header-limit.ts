/**
 * Some providers redirect with a query of 16 KiB. Bun's limit covers the request line and all headers together, and is 16
 * KiB by default.
 */
const HEADERS_MAX_BYTES = 32 * 1024

export async function takeLongQueries() {
	const { default: http } = await import('node:http')
	// Bun applies it to servers already running; Node's types declare it as a constant.
	Object.assign(http, { maxHeaderSize: HEADERS_MAX_BYTES })
}
