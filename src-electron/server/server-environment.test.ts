import { expect, test } from 'bun:test'
import { serverEnvironment } from './server-environment.ts'

test('the server inherits what the system needs, and nothing that is meant for it or for its runtime', () => {
	const needed = {
		...{ PATH: '/usr/bin', HOME: '/home/mum', LANG: 'de_DE.UTF-8', TZ: 'Europe/Berlin', SystemRoot: 'C:\\Windows' },
		...{ TMPDIR: '/tmp', DEBUNK_IT: '1', MY_NODE_OPTIONS: '1', NODE: '/usr/bin/node', BUNDLE: '1' },
	}
	const runtime = {
		...{ BUN_BE_BUN: '1', BUN_OPTIONS: '--preload=/tmp/theirs.js', BUN_INSPECT: '127.0.0.1:9229', BUN_JSC_useJIT: '0' },
		...{ BUN_CONFIG_VERBOSE_FETCH: 'curl', BUN_INSPECT_PRELOAD: '/tmp/theirs.js', Bun_Options: '--inspect' },
		...{
			NODE_OPTIONS: '--require=/tmp/theirs.js',
			NODE_TLS_REJECT_UNAUTHORIZED: '0',
			NODE_EXTRA_CA_CERTS: '/tmp/ca.pem',
		},
		...{ NODE_CHANNEL_FD: '0', node_debug: 'http' },
	}
	const ours = { BACKSEAT_SIGNUP: 'closed', backseat_port: '1' }

	expect(serverEnvironment({ ...needed, ...runtime, ...ours })).toEqual(needed)
})
