import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { settingNames } from './config.ts'
import { loadDemoConfig } from './demo-settings.ts'
import { variableOf } from './setting-sources.ts'

function refusal(flags: Record<string, string | boolean>, env: Record<string, string> = {}) {
	try {
		loadDemoConfig(flags, env)
	} catch (error) {
		if (error instanceof StartRefused) return { message: error.message, exitCode: error.exitCode }
		throw error
	}
	return null
}

test('a demo can be reached like any server, and is told nothing else', () => {
	const config = loadDemoConfig(
		{ port: '8080', lan: true, 'api-docs': true },
		{ BACKSEAT_PUBLIC_URL: 'https://demo.example.org', BACKSEAT_SMTP_URL: ' ' },
	)
	expect(config).toMatchObject({ port: 8080, host: '0.0.0.0', isDemo: true, apiDocs: true, rateLimitScale: 1 })
	const allowed = settingNames.filter(
		(name) => !refusal({}, { [variableOf({ name })]: 'x' })?.message.includes('--demo'),
	)
	expect(allowed).toEqual([
		'port',
		'host',
		'lan',
		'data-dir',
		'public-url',
		'allowed-hosts',
		'base-path',
		'trusted-proxies',
		'signup',
		'tls-cert',
		'tls-key',
		'time-zone',
		'language',
		'log-level',
		'log-format',
		'log-requests',
		'api-docs',
	])
})

test('what sends or keeps is refused beside it in a sentence, and ends as a bad setting [T80]', () => {
	expect(refusal({}, { BACKSEAT_SMTP_URL_FILE: '/run/secrets/smtp' })).toEqual({
		message:
			'BACKSEAT_SMTP_URL_FILE does not go with --demo: a demo sends nothing and asks no other server. Leave one of them out.',
		exitCode: EXIT.badSetting,
	})
	expect(refusal({ 'data-dir': '/data' })).toEqual({
		message: '--data-dir does not go with --demo: a demo keeps nothing and touches no disk. Leave one of them out.',
		exitCode: EXIT.badFlag,
	})
	expect(refusal({ 'rate-limit-scale': '0' })?.message).toContain('a demo keeps all limits')
})

test('the data folder of an image is ignored, and no settings are read in it [T80]', () => {
	const folder = freshFolder()
	mkdirSync(join(folder, 'backups'))
	writeFileSync(join(folder, 'backseat.toml'), 'this is no TOML')

	const { dataDir } = loadDemoConfig({}, { BACKSEAT_DATA_DIR: folder })

	expect(() => mkdirSync(dataDir, { recursive: true })).toThrow()
	expect(readdirSync(folder).toSorted()).toEqual(['backseat.toml', 'backups'])
})

test('no variable turns a server into a demo [T80]', () => {
	expect(settingNames).not.toContain('demo')
})
