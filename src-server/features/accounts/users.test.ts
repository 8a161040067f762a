import { expect, test } from 'bun:test'
import { testApp } from '#server/testing/test-app.ts'
import { memberCalled } from './users.ts'

test('an operator finds members by name, however it is written, and neither ghosts nor the built-in two', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const ghost = await app.ghost(mum)

	expect(memberCalled(app.context, 'MUM').id).toBe(mum.id)
	for (const name of ['guest', 'demo', ghost.username, ghost.display_name, 'nobody', ''])
		expect(() => memberCalled(app.context, name)).toThrow(`There is no account called '${name}'.`)
})
