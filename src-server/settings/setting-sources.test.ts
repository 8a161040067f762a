import { expect, test } from 'bun:test'
import { nearestName } from './setting-sources.ts'

const NAMES = ['port', 'host', 'lan', 'data-dir', 'public-url', 'smtp-url-file']

test.each([
	['prot', 'port'],
	['PORTS', 'port'],
	['data_dir', 'data-dir'],
	['datadir', 'data-dir'],
	['PUBLIC_ULR', 'public-url'],
	['lang', 'lan'],
	['smtp-url-fiel', 'smtp-url-file'],
])('whoever types %s probably meant %s', (typed, meant) => {
	expect(nearestName(typed, NAMES)).toBe(meant)
})

test.each(['desktop', 'x', '', 'server', 'url', 'self-destruct', 'public-address'])(
	'nobody knows what was meant by %p',
	(typed) => {
		expect(nearestName(typed, NAMES)).toBeNull()
	},
)
