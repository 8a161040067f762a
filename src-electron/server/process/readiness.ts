import * as v from 'valibot'

const HttpAddress = v.pipe(v.string(), v.url(), v.regex(/^http:\/\/.+\/$/))

/** The one line on stdout with which the server says that it is there. */
const Readiness = v.object({
	ready: v.literal(true),
	/** Our own window opens it, with the secret: it must be this computer. */
	address: v.pipe(HttpAddress, v.regex(/^http:\/\/127\.0\.0\.1:\d+\//)),
	lanAddress: v.nullable(HttpAddress),
	version: v.string(),
})
export type Readiness = v.InferOutput<typeof Readiness>

/** Null for anything else the server may say. */
export function readinessIn(line: string): Readiness | null {
	try {
		return v.parse(Readiness, JSON.parse(line))
	} catch {
		return null
	}
}
