import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { OWN_DATA_FILE_MAX_BYTES } from '#contract/own-data-limits.ts'
import { anOwnDataFile as file, aVerdictInFile as verdict } from '#server/testing/own-data-file.ts'
import { familyOf, TEST_ORIGIN, type TestMember } from '#server/testing/test-app.ts'

type HostileFile = [what: string, content: string | Uint8Array<ArrayBuffer>, says: RegExp, status?: number]

const MEGABYTE = 1024 * 1024

/** A file that is sound up to its third verdict. */
const third = (special: object) => JSON.stringify(file({ ratingsGiven: [verdict(1), verdict(2), verdict(3, special)] }))
/** Inserts `written` as text, because `JSON.stringify` cannot produce invalid values. */
const thirdAs = (name: string, written: string) =>
	third({ [name]: 'PUT' }).replace(`"${name}":"PUT"`, `"${name}":${written}`)
const whole = (special: object) => JSON.stringify(file(special))
const without = (name: string) => {
	const { [name]: _, ...rest } = verdict(3) as Record<string, unknown>
	return JSON.stringify(file({ ratingsGiven: [verdict(1), verdict(2), rest] }))
}
const brought = (special: object) => whole({ broughtVerdicts: [verdict(5), verdict(6, special)] })
const inBytes = (text: string) => new Uint8Array(Buffer.from(text))

const NOT_JSON = /not valid JSON/
const NOT_OURS = /not a file of “Download JSON”/
const NOT_UTF_8 = /not text in UTF-8/

const HOSTILE_FILES: HostileFile[] = [
	// Other files.
	['an empty file', '', /empty|Invalid input/],
	['text', 'Dear diary', NOT_JSON],
	['HTML', '<html><body>Log in</body></html>', NOT_JSON],
	['a gzip', new Uint8Array(gzipSync(third({}))), /compressed/],
	['a zip', inBytes('PK\x03\x04 and more'), /compressed/],
	['a backup', inBytes(`SQLite format 3\0${'x'.repeat(200)}`), /backup restore/],
	['the CSV', '\uFEFFdirection,id,driver,starRating\ngiven,1,theo,4', /CSV/],
	[
		'a whole instance',
		JSON.stringify({ product: 'Backseat', version: '0.1.0', people: [], ratings: [] }),
		/backup restore/,
	],
	['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${third({})}`, 'utf16le')), NOT_UTF_8],
	['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), NOT_UTF_8],
	['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), NOT_UTF_8],
	['null', 'null', NOT_OURS],
	['a number', '4', NOT_OURS],
	['a list', '[]', NOT_OURS],
	['an empty object', '{}', NOT_OURS],
	['another product', whole({ product: 'Frontseat' }), NOT_OURS],
	// Broken JSON.
	['half a file', third({}).slice(0, -23), /^Line 1: the file ends/],
	['half a text', '{"product":"Backs', /^Line 1: a quotation mark is missing/],
	['a closing bracket too many', '{"product":"Backseat"}}', /^Line 1: a bracket closes/],
	['a wrong bracket, on its line', '{\n"product": [1,\n2}\n]', /^Line 3: a bracket closes/],
	['a comment', third({}).replace('{', '{/* hi */'), NOT_JSON],
	['two documents', `${third({})}{}`, NOT_JSON],
	['single quotes', "{'product':'Backseat'}", NOT_JSON],
	['a trailing comma', third({}).replace(/\}$/, ',}'), NOT_JSON],
	// Shapes that exhaust a reader.
	[
		'brackets in each other',
		third({ reply: 'PUT' }).replace('"PUT"', '['.repeat(2000) + ']'.repeat(2000)),
		/too many brackets/,
	],
	['objects in each other', '{"a":'.repeat(500_000), /too many brackets/],
	['millions of brackets', '['.repeat(4 * MEGABYTE), /too many brackets/],
	[
		'two million values',
		whole({ more: 'PUT' }).replace('"PUT"', `[0${',0'.repeat(2_000_000)}]`),
		/more than a million values/,
	],
	[
		'a million objects',
		whole({ more: 'PUT' }).replace('"PUT"', `[{}${',{}'.repeat(1_000_000)}]`),
		/more than a million values/,
	],
	[
		'thousands of keys',
		whole(Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`k${nth}`, 1]))),
		/more than 200 keys/,
	],
	['a quotation mark that never ends', `{"product":"${'\\"'.repeat(2 * MEGABYTE)}`, /quotation mark is missing/],
	['9 MB', third({ driver: 'x'.repeat(9 * MEGABYTE) }), /larger than 8 MB/, 413],
	[
		'one byte too many',
		third({}) + ' '.repeat(OWN_DATA_FILE_MAX_BYTES + 1 - third({}).length),
		/larger than 8 MB/,
		413,
	],
	[
		'20,001 verdicts',
		whole({ ratingsGiven: Array.from({ length: 20_001 }, (_, nth) => verdict(nth)) }),
		/20,001 verdicts/,
	],
	[
		'20,001 in both lists',
		whole({ broughtVerdicts: Array.from({ length: 20_000 }, (_, nth) => verdict(nth)) }),
		/20,001 verdicts/,
	],
	// Keys.
	['__proto__', thirdAs('__proto__', '{"isHost":true}'), /nothing in this file may be called “__proto__”/],
	['__proto__ in disguise', thirdAs('reply', '{"\\u005f_proto__":{}}'), /may be called “__proto__”/],
	['constructor', whole({ constructor: { prototype: { isHost: true } } }), /may be called “constructor”/],
	['a key twice', thirdAs('starRating', '1,"starRating":5'), /^Line 1: “starRating” is there twice/],
	['a key twice, in disguise', thirdAs('starRating', '1,"star\\u0052ating":5'), /“starRating” is there twice/],
	['all verdicts twice', whole({}).replace(/\}$/, ',"ratingsGiven":[]}'), /“ratingsGiven” is there twice/],
	// Versions.
	['a newer version', whole({ version: 3 }), /newer Backseat/],
	['a much newer version', whole({ version: 2 ** 60 }), /newer Backseat/],
	['version 0', whole({ version: 0 }), /“version” must be/],
	['version 1.5', whole({ version: 1.5 }), /“version” must be/],
	['version "2"', whole({ version: '2' }), /“version” must be/],
	['version null', whole({ version: null }), /“version” must be/],
	['another format', whole({ format: 'backseat-instance' }), /“format” must be/],
	// Lists.
	['no list', JSON.stringify({ product: 'Backseat' }), /“ratingsGiven” is missing/],
	['a list that is an object', whole({ ratingsGiven: { length: 1 } }), /“ratingsGiven” is not a list/],
	['no brought ones in version 2', whole({ broughtVerdicts: undefined }), /“broughtVerdicts” is missing/],
	['null for a verdict', whole({ ratingsGiven: [verdict(1), null] }), /^Verdict 2 is not an object/],
	['a list for a verdict', whole({ ratingsGiven: [[verdict(1)]] }), /^Verdict 1: /],
	// Ids.
	['no id', without('id'), /^Verdict 3: “id” is missing/],
	['id 0', third({ id: 0 }), /^Verdict 3: “id” must be/],
	['a negative id', third({ id: -7 }), /^Verdict 3: “id” must be/],
	['half an id', third({ id: 1.5 }), /^Verdict 3: “id” must be/],
	['an id beyond exact numbers', thirdAs('id', '9007199254740993'), /^Verdict 3: “id” must be/],
	['an infinite id', thirdAs('id', '1e400'), /^Verdict 3: “id” must be/],
	['an id as text', third({ id: '7' }), /^Verdict 3: “id” must be/],
	['SQL for an id', third({ id: '1; DROP TABLE ratings' }), /^Verdict 3: “id” must be/],
	['NaN for an id', thirdAs('id', 'NaN'), NOT_JSON],
	['no driver id', without('driverId'), /^Verdict 3: “driverId” is missing/],
	// Names.
	['no name', without('driver'), /^Verdict 3: “driver” is missing/],
	['an empty name', third({ driver: '' }), /^Verdict 3: “driver”: /],
	['a name of spaces', third({ driver: '     ' }), /^Verdict 3: “driver”: /],
	['a name of one letter', third({ driver: 'x' }), /at least 2 characters/],
	['a name of 51 letters', third({ driver: 'x'.repeat(51) }), /cannot exceed 50 characters/],
	['a name of accents', third({ driver: `x${'\u0301'.repeat(1_000_000)}` }), /cannot exceed 50 characters/],
	['a reversed name', third({ driver: 'Uncle \u202Eboj' }), /hidden character in it \(U\+202E\)/],
	['a name with a zero byte', third({ driver: 'Uncle\0Bob' }), /hidden character/],
	['a name with an escape', third({ driver: 'Uncle\x1b[31mBob' }), /hidden character/],
	['a name with a hidden space', third({ driver: 'Uncle\u200bBob' }), /hidden character/],
	['half a character', thirdAs('driver', '"Uncle \\ud800 Bob"'), /hidden character/],
	['a name that is an object', third({ driver: { name: 'Bob' } }), /^Verdict 3: “driver” must be text/],
	['a username with a space', third({ driverUsername: 'uncle bob' }), /^Verdict 3: “driverUsername” must be/],
	// Verdicts.
	['a ride of another kind', third({ rideQuality: 'flying' }), /^Verdict 3: “rideQuality” must be smooth or bumpy/],
	['no vibe', without('vibeQuality'), /^Verdict 3: “vibeQuality” is missing/],
	['safety by inheritance', third({ safetyFeeling: 'toString' }), /^Verdict 3: “safetyFeeling” must be/],
	['six stars', third({ starRating: 6 }), /^Verdict 3: “starRating” must be/],
	['no star', third({ starRating: 0 }), /^Verdict 3: “starRating” must be/],
	['four and a half stars', third({ starRating: 4.5 }), /^Verdict 3: “starRating” must be/],
	['stars as text', third({ starRating: '5' }), /^Verdict 3: “starRating” must be/],
	['minus no stars', thirdAs('starRating', '-0'), /^Verdict 3: “starRating” must be/],
	['a placeholder of another kind', third({ isPlaceholder: 'yes' }), /^Verdict 3: “isPlaceholder” must be/],
	['a seal of another kind', third({ isSealed: 1 }), /^Verdict 3: “isSealed” must be/],
	// Dates.
	['no date', without('createdAt'), /^Verdict 3: “createdAt” is missing/],
	['next century', third({ createdAt: '2126-01-01T00:00:00.000Z' }), /^Verdict 3: “createdAt” is in the future/],
	['before 1970', third({ createdAt: '1969-12-31T23:59:59.999Z' }), /^Verdict 3: “createdAt” must be/],
	['a day alone', third({ createdAt: '2025-03-01' }), /^Verdict 3: “createdAt” must be/],
	['a date as number', third({ createdAt: 1_740_000_000_000 }), /^Verdict 3: “createdAt” must be/],
	['month 13', third({ createdAt: '2025-13-01T00:00:00.000Z' }), /^Verdict 3: “createdAt” must be/],
	['a year of six digits', third({ createdAt: '+275760-09-13T00:00:00.000Z' }), /^Verdict 3: “createdAt” must be/],
	// The other list.
	['a brought verdict of seven stars', brought({ starRating: 7 }), /^Brought verdict 2: “starRating” must be/],
	[
		'a brought one of tomorrow',
		brought({ createdAt: '2999-01-01T00:00:00.000Z' }),
		/^Brought verdict 2: “createdAt” is in/,
	],
	['a brought one without a name', brought({ driver: null }), /^Brought verdict 2: “driver” must be text/],
]

async function setUp() {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	await app.rate(mum, dad.id)
	expect((await mum.post(`/api/users/${mum.id}/imports`, file({ ratingsGiven: [verdict(9)] }))).status).toBe(201)
	const tables = app.db.orm
		.all<{ name: string }>(sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search%'`)
		.map(({ name }) => name)
	const content = () =>
		JSON.stringify(tables.map((name) => [name, app.db.orm.all(sql`SELECT * FROM ${sql.identifier(name)}`)]))
	const send = async (who: TestMember, call: string, body: BodyInit) => {
		const headers = {
			Host: new URL(TEST_ORIGIN).host,
			'Content-Type': 'application/json',
			Cookie: `backseat_session=${who.cookies.get('backseat_session')}`,
		}
		const target = `${TEST_ORIGIN}/api/users/${mum.id}/${call}`
		const response = await app.ask(new Request(target, { method: 'POST', headers, body }))
		return { status: response.status, body: (await response.json()) as { message: string } }
	}
	return { app, mum, dad, content, send }
}

test('each hostile file is refused in a sentence that names the place, and changes nothing [T73]', async () => {
	const { app, mum, content, send } = await setUp()
	const before = content()
	Bun.gc(true)
	const heap = process.memoryUsage().rss

	const wrong: object[] = []
	for (const [nth, [what, hostile, says, status = 400]] of HOSTILE_FILES.entries())
		for (const call of nth % 10 === 0 ? ['imports/preview', 'imports'] : ['imports']) {
			const answer = await send(mum, call, hostile)
			const { message } = answer.body
			if (answer.status !== status || !says.test(message) || message.length > 200)
				wrong.push({ what, call, status: answer.status, message })
		}

	expect(wrong).toEqual([])
	expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(60)
	expect(content()).toBe(before)
	expect(app.logged).toEqual([])
	expect((await mum.get('/api/user')).status).toBe(200)
	Bun.gc(true)
	// All files together have 90 MB; two million values alone took more than this before they were counted.
	expect(process.memoryUsage().rss - heap).toBeLessThan(400 * MEGABYTE)
}, 60_000)

test('a file without end is refused when it is larger than 8 MB, however much it announces [T73] [T24]', async () => {
	const { mum, send } = await setUp()
	const piece = new Uint8Array(64 * 1024).fill(0x20)
	let pulled = 0
	const endless = new ReadableStream({
		pull(controller) {
			pulled += piece.byteLength
			controller.enqueue(piece)
		},
	})

	expect(await send(mum, 'imports', endless)).toMatchObject({ status: 413, body: { code: 'too_large' } })
	expect(pulled).toBeLessThan(OWN_DATA_FILE_MAX_BYTES + MEGABYTE)
})

test('only the member whose file it is gets more room than 16 KiB, for one file at a time [T73] [T24]', async () => {
	const { app, mum, dad, send } = await setUp()
	let pulls = 0
	const unread = () =>
		new ReadableStream(
			{
				pull(controller) {
					pulls += 1
					controller.enqueue(new Uint8Array(1024))
				},
			},
			{ highWaterMark: 0 },
		)

	expect((await send(dad, 'imports', unread())).status).toBe(403)
	expect((await app.browser().post(`/api/users/${mum.id}/imports`, file())).status).toBe(401)
	expect(pulls).toBe(0)

	const { promise: hold, resolve: release } = Promise.withResolvers<void>()
	const slow = new ReadableStream({
		async pull(controller) {
			await hold
			controller.enqueue(new TextEncoder().encode(whole({})))
			controller.close()
		},
	})
	const first = send(mum, 'imports/preview', slow)
	expect((await send(mum, 'imports/preview', whole({}))).status).toBe(429)
	release()
	expect((await first).status).toBe(200)
	expect((await send(mum, 'imports/preview', whole({}))).status).toBe(200)
})
