import { expect, test } from 'bun:test'
import { browserName } from './browser-name.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
	['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
	[
		'Safari on iOS',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
	],
	['Microsoft Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`],
	['Chrome on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`],
	['Desktop app on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} backseat/0.1.0 Electron/45.3.4 Safari/537.36`],
	[null, 'curl/8.5.0'],
	[null, '<script>alert(1)</script>/1.0'],
	[null, 'x'.repeat(300)],
	[null, ''],
	[null, null],
])('%s', (name, userAgent) => {
	expect(browserName(userAgent)).toBe(name)
})
