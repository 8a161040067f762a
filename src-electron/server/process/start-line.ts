import * as v from 'valibot'

const HttpAddress = v.pipe(v.string(), v.url(), v.regex(/^http:\/\/.+\/$/))

const Readiness = v.object({
	ready: v.literal(true),
	/** Our own window opens it, with the secret: it must be this computer. */
	address: v.pipe(HttpAddress, v.regex(/^http:\/\/127\.0\.0\.1:\d+\//)),
	lanAddress: v.nullable(HttpAddress),
	version: v.string(),
})
export type Readiness = v.InferOutput<typeof Readiness>

const StartRefusal = v.object({
	ready: v.literal(false),
	/** One of those in trouble.ts, or one that this version does not know. */
	code: v.string(),
	/** For people, in words that may change with any version. */
	message: v.string(),
})
export type StartRefusal = v.InferOutput<typeof StartRefusal>

const StartLine = v.variant('ready', [Readiness, StartRefusal])

/** The one line on stdout with which the server says that it is there, or why it ends. Null for anything else it may say. */
export function startLineIn(line: string): Readiness | StartRefusal | null {
	try {
		return v.parse(StartLine, JSON.parse(line))
	} catch {
		return null
	}
}
