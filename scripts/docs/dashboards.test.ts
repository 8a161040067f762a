import { expect, test } from 'bun:test'
import { Environment } from '@11ty/nunjucks'
import { familyOf, testApp } from '#server/testing/test-app.ts'
import { projectFolder } from '../run.ts'
import { codeBlocks } from './testing/code-blocks.ts'

const page = await Bun.file(`${projectFolder}/docs/dashboards.md`).text()

const jinja = new Environment(null, { autoescape: false, throwOnUndefined: true })

type Sensor = { name: string; unique_id: string; value_template: string }
type Resource = { resource: string; headers: Record<string, string>; sensor: Sensor[] }

/** Home Assistant replaces `!secret NAME` by that line of secrets.yaml. */
function configuration(): Resource[] {
	const [config = '', secrets = ''] = codeBlocks(page, 'yaml')
	const secret = Bun.YAML.parse(secrets) as Record<string, string>
	const filled = config.replaceAll(/!secret (\w+)/g, (_, name: string) => JSON.stringify(secret[name]))
	return (Bun.YAML.parse(filled) as { rest: Resource[] }).rest
}

test('the sensors of Home Assistant on the page show what the server answers to a token [T72]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	for (const starRating of [5, 4, 4]) await app.rate(dad, mum.id, { starRating })
	await app.rate(mum, dad.id)
	const proof = { password: mum.password }
	const { body } = await mum.post(`/api/users/${mum.id}/tokens`, { name: 'Home Assistant', proof })
	const { token } = body as { token: string }

	const shown: Record<string, string> = {}
	for (const { resource, headers, sensor } of configuration()) {
		const path = new URL(resource).pathname.replace('4711', String(mum.id))
		const Authorization = headers.Authorization?.replace('backseat_…', token) ?? ''
		const { status, body: value_json } = await app.browser().get(path, { Authorization })
		expect([path, status]).toEqual([path, 200])
		for (const { name, value_template } of sensor) shown[name] = jinja.renderString(value_template, { value_json })
	}

	expect(shown).toEqual({
		'My stars': '4.3',
		'My rides': '3',
		'New verdicts': '3',
		'Drivers on my list': '1',
		'What kind of driver I am': 'flying carpet',
		'Smooth rides': '100',
	})
})

test('a member without ratings has sensors, too', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const home = (await mum.get('/api/home')).body
	const stats = (await mum.get(`/api/drivers/${mum.id}/stats`)).body
	const [ofHome, ofStats] = configuration()
	const values = (resource: Resource | undefined, value_json: unknown) =>
		resource?.sensor.map(({ value_template }) => jinja.renderString(value_template, { value_json }))

	expect(values(ofHome, home)).toEqual(['0', '0', '0', '0'])
	expect(values(ofStats, stats)?.at(-1)).toBe('0')
})
