import { expect, test } from 'bun:test'
import { requestKindIn } from './page-answer.ts'

const kindOf = (
	path: string,
	{ method = 'GET', mode = 'navigate' as RequestMode, scope = 'https://ride.example/rides/' } = {},
) => requestKindIn(scope)({ method, mode, url: new URL(path, scope).href })

test.each([
	'',
	'home',
	'home/',
	'Home',
	'home?utm_source=x',
	'rating/2',
	'rating/2#main',
	'infographic/me',
	'claim/abc-_',
	'auth',
	'auth/7?driverId=2',
	'settings',
])('%s is one of our pages', (path) => {
	expect(kindOf(path)).toBe('page')
	expect(kindOf(path, { scope: 'https://ride.example/' })).toBe('page')
})

test.each([
	'api/home',
	'api/users/1/export',
	'api/live',
	'api/docs',
	'API/home',
	'previews/abc.png',
	'metrics',
	'sw.js',
	'offline.html',
	'manifest.webmanifest',
	'robots.txt',
	'grafana/home',
	'homestead',
	'rating/2/x',
	'nope',
])('%s is nothing that the worker answers, however it is asked for [T33]', (path) => {
	for (const mode of ['navigate', 'cors', 'no-cors', 'same-origin'] as const)
		expect([mode, kindOf(path, { mode })]).toEqual([mode, null])
})

test('files with their hash in their name may be answered, whatever asks for them; pages only to be opened', () => {
	expect(kindOf('assets/home-Bq3xK9_a.js', { mode: 'cors' })).toBe('file')
	expect(kindOf('assets/home-Bq3xK9_a.js')).toBeNull()
	expect(kindOf('home', { mode: 'cors' })).toBeNull()
})

test('what is sent, and what lies elsewhere, is none of its business', () => {
	expect(kindOf('home', { method: 'POST' })).toBeNull()
	expect(kindOf('assets/x.js', { method: 'HEAD', mode: 'cors' })).toBeNull()
	expect(kindOf('/home')).toBeNull()
	expect(kindOf('/assets/x.js', { mode: 'cors' })).toBeNull()
	expect(kindOf('https://elsewhere.example/rides/home')).toBeNull()
})
