import { expect, test } from 'bun:test'
import { pushSubscriptions } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { ensurePushKey } from '#server/features/news/push-key.ts'
import { pushBrowser } from '#server/testing/push-browser.ts'

test('a new push key is made when asked twice; it silences every phone and says how many [T62]', async () => {
	const { run, app, inData } = operatorFolder()
	const phones = () => inData(({ orm }) => orm.select().from(pushSubscriptions).all().length)
	expect(await run('push', 'new-key', '--yes')).toMatchObject({
		exitCode: 1,
		stderr: 'There is no key: push-contact was never set here, so no phone rings.\n',
	})
	const { browser, context } = app()
	context.config.pushContact = 'mailto:host@home.example'
	ensurePushKey(context)
	const jonas = browser()
	const { body } = await jonas.post('/api/login', { username: 'jonas', password: 'backseat' })
	const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: pushBrowser().json }
	expect((await jonas.post(`/api/users/${(body as { id: number }).id}/push`, subscription)).status).toBe(201)

	expect(await run('push', 'new-key')).toMatchObject({
		exitCode: 64,
		stdout: '',
		stderr: expect.stringContaining('Every phone will be silent until its owner lets it ring again.'),
	})
	expect(phones()).toBe(1)

	expect(await run('push', 'new-key', '--yes')).toMatchObject({
		exitCode: 0,
		stdout: 'There is a new key. 1 phone rings no longer.\n',
	})
	expect(phones()).toBe(0)
})
