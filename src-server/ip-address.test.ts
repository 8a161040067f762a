import { expect, test } from 'bun:test'
import * as net from 'node:net'
import fc from 'fast-check'
import { runs } from '#db/testing/property-runs.ts'
import { isIP } from './ip-address.ts'

const nearly = fc
	.array(
		fc.constantFrom(
			':',
			'::',
			'.',
			'0',
			'1',
			'25',
			'255',
			'256',
			'01',
			'f',
			'ffff',
			'FFFF',
			'10000',
			'%',
			'eth0',
			'[',
			' ',
			'\n',
		),
		{
			maxLength: 18,
		},
	)
	.map((pieces) => pieces.join(''))

test('an address is recognised exactly where Node recognises one', () => {
	const differs = (text: string) => expect([text, isIP(text)]).toEqual([text, net.isIP(text) as 0 | 4 | 6])
	fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), nearly), differs), { numRuns: runs(20_000) })
	for (const text of ['::ffff:1.2.3.4', '1:2:3:4:5:6:1.2.3.4', '1::1.2.3.4', '::', 'fe80::1%eth0', '1.2.3.4\n', ''])
		differs(text)
})
