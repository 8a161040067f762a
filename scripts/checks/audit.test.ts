import { afterEach, expect, test } from 'bun:test'
import { audit } from './audit.ts'

// Runs the real `bun audit` against a registry of the test's own.

const registries: Bun.Server<undefined>[] = []
afterEach(async () => {
	for (const registry of registries.splice(0)) await registry.stop(true)
})

function registryThatAnswers(answer: () => Response) {
	const registry = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
	registries.push(registry)
	return { npm_config_registry: registry.url.href }
}

const advisory = (severity: string, id = 'GHSA-aaaa-bbbb-cccc') => ({
	id: 1101234,
	url: `https://github.com/advisories/${id}`,
	title: 'It does a bad thing',
	severity,
	vulnerable_versions: '<99.0.0',
	cwe: ['CWE-1'],
	cvss: { score: 7.5, vectorString: null },
})
const telling = (...severities: string[]) =>
	registryThatAnswers(() => Response.json({ elysia: severities.map((severity) => advisory(severity)) }))

test('nothing known is fine', async () => {
	expect(
		await audit(
			{},
			registryThatAnswers(() => Response.json({})),
		),
	).toMatchObject({ isFine: true })
})

test.each(['high', 'critical'])('a vulnerability that is %s fails the check, and is named [T34]', async (severity) => {
	const { isFine, words } = await audit({}, telling(severity))

	expect(isFine).toBe(false)
	expect(words).toContain(
		`${severity}: elysia <99.0.0: It does a bad thing - https://github.com/advisories/GHSA-aaaa-bbbb-cccc`,
	)
})

test('a lesser one does not', async () => {
	expect(await audit({}, telling('low', 'moderate'))).toEqual({
		isFine: true,
		words: '2 advisories, none high or critical that is not accepted',
	})
})

test('one that is accepted with a reason passes, the one beside it does not', async () => {
	const both = registryThatAnswers(() =>
		Response.json({ elysia: [advisory('high')], valibot: [advisory('high', 'GHSA-dddd-eeee-ffff')] }),
	)
	const reason = { 'GHSA-aaaa-bbbb-cccc': 'we never call it' }

	expect(await audit(reason, telling('high'))).toMatchObject({ isFine: true })
	const { isFine, words } = await audit(reason, both)
	expect(isFine).toBe(false)
	expect(words).toContain('valibot')
	expect(words).not.toContain('elysia')
})

test('an acceptance that nobody needs any more has to go', async () => {
	const { isFine, words } = await audit({ 'GHSA-gone': 'no fix yet' }, telling('low'))

	expect(isFine).toBe(false)
	expect(words).toContain('GHSA-gone is accepted in scripts/checks/audit.ts, but is no longer in what we use')
})

test.each([404, 405])(
	'a registry that answers %d does not offer it, which is said and holds nothing up',
	async (status) => {
		const { isFine, words } = await audit(
			{},
			registryThatAnswers(() => new Response('no', { status })),
		)

		expect(isFine).toBe(true)
		expect(words).toMatch(/^Not asked: the registry does not offer it \(POST .* - 40[45]\)$/)
	},
)

test('a registry that is not there, or stutters, could not be asked', async () => {
	const away = await audit({}, { npm_config_registry: 'http://127.0.0.1:9/' })
	const stuttering = await audit(
		{},
		registryThatAnswers(() => new Response('<html>')),
	)

	expect([away.isFine, stuttering.isFine]).toEqual([true, true])
	expect(away.words).toMatch(/^Not asked: POST .* - ConnectionRefused$/)
	expect(stuttering.words).toMatch(/^Not asked: .*non-JSON/)
})
