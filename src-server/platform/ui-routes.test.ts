import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '#server/testing/server-process.ts'
import { routeOfPage } from './ui-routes.ts'

test('every page of the browser app has a name in the log and the metrics', () => {
	const files = readdirSync(join(REPOSITORY, 'src-ui', 'routes')).filter((name) => name !== '__root.tsx')
	expect(files.length).toBeGreaterThan(8)

	for (const file of files) {
		const address = `/${file
			.replace(/\.tsx$/, '')
			.replace(/(^|\.)index$/, '')
			.replaceAll('.', '/')}`
		const pattern = address.replace(/\/\$\w+/g, '/*')
		expect([file, routeOfPage(address)]).toEqual([file, pattern])
	}
})

test('an address nobody made has no name of its own', () => {
	for (const path of ['/nope', '/nope/home', '/home.php', '/Home', '/constructor', '//', '//home', ''])
		expect([path, routeOfPage(path)]).toEqual([path, '/*'])
})
