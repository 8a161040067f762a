/** Some providers answer with a query of 16 KiB. Bun takes no longer line than this, with all headers, and 16 KiB by itself. */
const HEADERS_MAX_BYTES = 32 * 1024

export async function takeLongQueries() {
	const { default: http } = await import('node:http')
	// Bun sets it for servers that run already; Node’s types know it as a constant.
	Object.assign(http, { maxHeaderSize: HEADERS_MAX_BYTES })
}
