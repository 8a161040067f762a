import * as fc from 'fast-check'

export type Header = [name: string, value: string]

/** Characters that headers may contain; HTTP clients refuse others. */
const headerText = (maxLength: number) =>
	fc
		.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength })
		.map((text) => text.replaceAll('\u007F', '').trim())

const anyOf = (...values: string[]) =>
	fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: headerText(60) })

const ADDRESSES = [
	'127.0.0.1',
	'::1',
	'198.51.100.1',
	'10.0.0.1, 198.51.100.1',
	'unknown',
	'1.2.3.4:5',
	'[::1]:1',
	',,,',
	'999.1.1.1',
	'fe80::1%eth0',
]

/** Headers that attackers forge, corrupt or overload. */
const NASTY: Record<string, fc.Arbitrary<string>> = {
	Cookie: fc.oneof(
		anyOf(
			'backseat_session',
			'backseat_session=',
			'=',
			';;;',
			'backseat_session=null; backseat_session=1',
			'__Host-backseat_session=x',
		),
		fc.stringMatching(/^backseat_(session|guest|desktop)=[A-Za-z0-9_-]{43}$/),
		fc.integer({ min: 1, max: 300 }).map((pairs) => 'backseat_guest=x; '.repeat(pairs).trim()),
	),
	'X-Forwarded-For': fc.oneof(
		anyOf(...ADDRESSES),
		fc.array(fc.ipV6(), { maxLength: 50 }).map((hops) => hops.join(', ')),
	),
	'X-Forwarded-Proto': anyOf('https', 'http', 'HTTPS', 'https, http', 'javascript'),
	'X-Forwarded-Host': anyOf('evil.example', 'localhost', ''),
	'X-Real-IP': anyOf(...ADDRESSES),
	Forwarded: anyOf('for=127.0.0.1;proto=https', 'for="[::1]"', 'for=_x'),
	Origin: anyOf(
		'null',
		'https://evil.example',
		'http://localhost',
		'http://localhost:7433.evil.example',
		'file://',
		'',
	),
	'Sec-Fetch-Site': anyOf('cross-site', 'same-site', 'same-origin', 'none', 'SAME-ORIGIN'),
	'Content-Type': anyOf(
		'text/plain',
		'application/x-www-form-urlencoded',
		'multipart/form-data; boundary=x',
		'multipart/form-data',
		'Application/JSON',
		'application/json; charset=utf-16',
		'application/jsonp',
		'application/json, text/plain',
		'',
	),
	'Content-Encoding': anyOf('gzip', 'br', 'identity', 'deflate'),
	'Idempotency-Key': anyOf('12345678', 'short', 'x'.repeat(64), 'x'.repeat(65), '__proto__', 'a b c d e f g h'),
	Range: anyOf(
		'bytes=0-',
		'bytes=0-0',
		'bytes=-1',
		'bytes=9-1',
		'bytes=0-0,0-0,0-0',
		'bytes=0-99999999999999999999',
		'x=1-2',
	),
	'If-Range': anyOf('"x"', 'W/"x"', '*'),
	'If-None-Match': anyOf('*', '"x"', 'W/"x", W/"y"', '"'),
	'If-Modified-Since': anyOf('Sat, 21 Nov 2026 00:00:00 GMT', 'never'),
	'Accept-Encoding': anyOf('br', 'gzip;q=0', '*;q=0', 'br;q=1e400', 'identity;q=0, *;q=0', 'zstd', ','),
	Accept: anyOf('*/*', 'text/html', 'application/json;q=x', 'text/event-stream', ','),
	'Accept-Language': anyOf('de', '*', 'x'.repeat(200)),
	Authorization: anyOf('Bearer x', 'Basic bXVtOm11bQ==', 'Bearer', 'Bearer null', 'Negotiate'),
	'User-Agent': anyOf(
		'',
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/200.0',
		'x'.repeat(2000),
		'<script>',
		'() { :;}; x',
	),
	Referer: anyOf('https://evil.example/', 'about:blank'),
	'X-HTTP-Method-Override': anyOf('DELETE', 'GET', 'PUT'),
	'X-Original-URL': anyOf('/api/users', '/'),
	'X-Request-Id': anyOf('1', 'x'.repeat(500)),
	Priority: anyOf('u=0', 'x'),
	Via: anyOf('1.1 x'),
	'Max-Forwards': anyOf('0', '-1'),
	Prefer: anyOf('respond-async'),
}

export const HEADER_NAMES: readonly string[] = ['Host', ...Object.keys(NASTY)]

const nasty = fc
	.constantFrom(...Object.entries(NASTY))
	.chain(([name, value]) => value.map((text): Header => [name, text]))

const unknown = fc
	.tuple(fc.stringMatching(/^x-[a-z0-9-]{1,30}$/), headerText(200))
	.map(([name, value]): Header => [name, value])

/** Mostly few headers: with many, no request would pass the first checks. */
export const hostileHeaders: fc.Arbitrary<Header[]> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Header[]>([]) },
	{ weight: 5, arbitrary: fc.array(nasty, { minLength: 1, maxLength: 2 }) },
	{ weight: 1, arbitrary: fc.array(fc.oneof(nasty, unknown), { minLength: 3, maxLength: 25 }) },
)

/** Host names in requests; usually the server's own. */
export const hostileHost = (own: string) =>
	fc.oneof(
		{ weight: 20, arbitrary: fc.constant(own) },
		{
			weight: 1,
			arbitrary: fc.constantFrom(
				'evil.example',
				'localhost',
				'[::1]',
				'0',
				'localhost:99999',
				'127.0.0.1.evil.example',
				'nas',
				'a@b.local',
				'xn--a.localhost',
				'',
			),
		},
	)
