import { expect, test } from 'bun:test'
import { Glob } from 'bun'

const ROOT = new URL('../..', import.meta.url).pathname
const PRODUCTION = [...new Glob('{src-server,db}/**/*.{ts,tsx}').scanSync(ROOT)]
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file))

/** Matches calls, but no methods of that name, types or properties. */
const CALLS = [
	/(?<![.\w'"/-])fetch\b(?!\s*[?:'"-]|\(\w+\s*[:,)])/,
	/\b(globalThis|Bun|window|self)\s*(\.|\[['"])fetch\b/,
	/\bfrom ['"](node:)?(http|https|http2|tls|dgram|dns|undici|dns\/promises)['"]/,
	/\bimport (?!type).* from ['"](node:)?net['"]/,
	/\bgetBuiltinModule\((?!['"]node:(crypto|fs\/promises|tty|url|zlib)['"]\))/,
	/\b(import|require)\(['"](node:)?(http|https|http2|tls|net|dgram|dns|undici)['"]\)/,
	/\bBun\s*\.\s*(connect|udpSocket|dns)\b/,
	/\bnew (WebSocket|EventSource|XMLHttpRequest)\b/,
]

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

const leaves = (source: string) => CALLS.some((call) => call.test(withoutComments(source)))

/** These files connect to no other machine: one checks whether a Unix socket still has a server, one sets a limit. */
const STAYS_HERE = ['src-server/process/listening.ts', 'src-server/http/limits/header-limit.ts']

test('no server code outside src-server/outbound opens a connection [T70]', async () => {
	const found: string[] = []
	for (const file of PRODUCTION) if (leaves(await Bun.file(ROOT + file).text())) found.push(file)

	const inside = (file: string) => file.startsWith('src-server/outbound/')
	expect(found.filter((file) => !inside(file) && !STAYS_HERE.includes(file))).toEqual([])
	expect(found.filter(inside).toSorted()).toEqual([
		'src-server/outbound/certificate-at.ts',
		'src-server/outbound/outbound.ts',
		'src-server/outbound/socket-here.ts',
		'src-server/outbound/web-answer.ts',
	])
})

test.each([
	"const answer = await fetch('https://example.org')",
	'const send = fetch',
	'openid.discovery(issuer, id, { [openid.customFetch]: fetch })',
	"globalThis.fetch('https://example.org')",
	"import { request } from 'node:https'",
	"import { connect } from 'node:net'",
	"process.getBuiltinModule('node:net').connect({ host, port })",
	'process.getBuiltinModule(name)',
	"const { get } = await import('node:http')",
	"new WebSocket('wss://example.org')",
])('%s would be found', (source) => {
	expect(leaves(source)).toBe(true)
})

test.each([
	"process.getBuiltinModule('node:crypto').randomInt(2)",
	'type App = { fetch(request: Request, peer: Peer): Promise<Response> }',
	'Bun.serve({ fetch: (request) => answer(request) })',
	'app.fetch(request, peer)',
	'// A comment on fetch(address)',
])('%s would not', (source) => {
	expect(leaves(source)).toBe(false)
})

/**
 * Libraries that send requests themselves are loaded in one place each, which gives them `outbound` or removes their
 * fetch.
 */
test('each library that can reach out is loaded in one place [T70]', async () => {
	const sources = await Promise.all(PRODUCTION.map(async (file) => [file, await Bun.file(ROOT + file).text()] as const))
	const loading = (library: string) =>
		sources.filter(
			([, text]) =>
				text.includes(`import('${library}')`) || new RegExp(`^import (?!type).*'${library}'`, 'm').test(text),
		)
	for (const library of ['openid-client', 'posthog-node', 'nodemailer', '@simplewebauthn/server'])
		expect([library, loading(library).length]).toEqual([library, 1])
})
