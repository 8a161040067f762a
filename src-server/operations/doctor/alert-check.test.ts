import { expect, test } from 'bun:test'
import { keepAlertMemory } from '#server/operations/alerts/due-alerts.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { checkAlerts } from './alert-check.ts'

const alertUrl = 'ntfy+https://:tk_token@ntfy.home.lan/backseat, mailto:ops@example.org'
const at = Date.parse('2026-11-25T12:00:00Z')

test('the doctor says where alerts go, and whether the last one arrived, without tokens [T66]', () => {
	const dataDir = freshFolder()
	const check = () => checkAlerts({ alertUrl, dataDir })

	expect(check()).toMatchObject([{ state: 'ok', says: 'go to ntfy.home.lan, a mailbox; none was sent yet' }])
	keepAlertMemory(dataDir, { troubles: {}, last: { at, missed: [] } })
	expect(check()).toMatchObject([
		{ state: 'ok', says: 'go to ntfy.home.lan, a mailbox; the last one arrived on 2026-11-25' },
	])
	keepAlertMemory(dataDir, { troubles: {}, last: { at, missed: ['ntfy.home.lan'] } })
	expect(check()).toEqual([
		{
			about: 'Alerts',
			state: 'warning',
			says: 'The last one, on 2026-11-25, did not arrive at ntfy.home.lan.',
			todo: 'Try it: backseat alert test',
		},
	])
})

test('where nobody wants alerts there is nothing to say of them', () => {
	expect(checkAlerts({ alertUrl: null, dataDir: freshFolder() })).toEqual([])
})
