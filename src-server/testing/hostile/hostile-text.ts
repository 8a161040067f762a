import * as fc from 'fast-check'

/** What no test must ever read back: passwords that hostile requests bring along are made of it. */
export const HOSTILE_PASSWORD = 'never-repeat-this-password'

/** Each side as likely as any other: fast-check itself prefers the ends of a range. */
export const dice = fc.noBias(fc.integer({ min: 1, max: 60 }))

const NASTY_TEXTS = [
	...['', ' ', '\u0000', '\u0000admin', 'null', 'undefined', 'NaN', 'true', '../../etc/passwd'],
	...["' OR 1=1 --", '"; DROP TABLE users; --', '%27', '$' + '{7*7}', '{{7*7}}', '<script>alert(1)</script>', '%s%n%x'],
	...[
		'\u202Egnp.exe',
		'\u200B',
		'\uFEFFmum',
		'a\u0301',
		'Ａｄｍｉｎ',
		'аdmin',
		'👨‍👩‍👧‍👦',
		'\u{10FFFF}',
		'\uD800',
		'a\uDFFFb',
	],
	...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '\r\nSet-Cookie: a=b', '١٢٣', '1e3', '0x10', '-0'],
	...['x'.repeat(129), 'y'.repeat(5000), '\u0001\u001F\u007F\u0085'],
]

/** Text nobody means well with. Some of it is no Unicode at all: JSON can carry that. */
export const nastyText = fc.oneof(
	fc.constantFrom(...NASTY_TEXTS),
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.string({ unit: 'grapheme', maxLength: 40 }),
	fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
)

/** Numbers as they stand in JSON, many of which no computer can hold. */
const nastyNumber = fc.oneof(
	fc.constantFrom(
		...['0', '-0', '-1', '0.5', '2.5', '6', '1e400', '-1e400', '1e-400', '1E+999', '1e21', '1e1'],
		...['2147483648', '9007199254740991', '9007199254740992', '9223372036854775807', '9223372036854775808'],
		`1${'0'.repeat(400)}`,
		`0.${'3'.repeat(400)}`,
	),
	fc.maxSafeInteger().map(String),
	fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)

/** JSON of any shape, as text, so that it may hold what `JSON.stringify` would never write. */
export const nastyJson: fc.Arbitrary<string> = fc.oneof(
	nastyText.map((text) => JSON.stringify(text)),
	nastyNumber,
	fc.constantFrom(
		'null',
		'true',
		'false',
		'[]',
		'{}',
		'[[]]',
		'[null]',
		'{"$gt":""}',
		'{"toString":1}',
		'{"length":9}',
	),
	fc.constantFrom('{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}', '["a","b"]'),
	fc.json({ maxDepth: 3 }),
	fc.integer({ min: 2, max: 3000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
)

/** What stands in an address where an id should be; it is put there as it is. */
export const nastySegment = fc.oneof(
	fc.constantFrom(
		...['0', '-1', '+1', '1.0', '1e0', '1e21', '01', '9007199254740992', '99999999999999999999', '0x1', 'NaN', 'null'],
		...['%D9%A1', '%EF%BC%91', '%00', '2%00', '%2e%2e', '..%2f..%2fetc%2fpasswd', '..;', '%252e%252e%252f', '%5c..%5c'],
		...[
			'%',
			'%E0%A4%A',
			'%c0%ae%c0%ae',
			'%ff',
			'*',
			':id',
			'{id}',
			'[1]',
			'1,2',
			'1;2',
			"1'",
			'1%20or%201=1',
			'~',
			'@',
		],
		...['__proto__', 'constructor', 'hasOwnProperty', 'a'.repeat(3000), '%41'.repeat(1000)],
	),
	fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
	fc.uint8Array({ maxLength: 8 }).map((bytes) => [...bytes].map((byte) => `%${byte.toString(16)}`).join('')),
)
