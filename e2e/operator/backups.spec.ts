import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { operator } from '../fixtures/operator.ts'
import { expect, rate, test } from '../fixtures/people.ts'

test('what was rated is in the backup, and after a restore what came later is gone', async ({
	ownInstance,
	newPerson,
	member,
}) => {
	const instance = await ownInstance()
	const driver = await member('driver', { on: instance })
	const rider = await member('rider', { on: instance })
	const rides = async () => {
		const { ask } = await newPerson({ on: instance })
		const { totalRides } = await ask<{ totalRides: number }>('GET', `/api/drivers/${driver.id}/stats`)
		return totalRides
	}
	await rate(rider, driver.id, { stars: 5 })

	// Verification runs in a worker, which the binary must contain.
	expect(await operator(instance, 'backup', 'create')).toContain('Made and verified')
	await rate(rider, driver.id, { stars: 1 })
	expect(await rides()).toBe(2)

	const [name = ''] = readdirSync(join(instance.dataDir, 'backups'))
	await expect(operator(instance, 'backup', 'restore', name, '--yes')).rejects.toMatchObject({ code: 75 })
	await instance.stop()
	expect(await operator(instance, 'backup', 'restore', name, '--yes')).toContain('Done.')
	await instance.start()

	expect(await rides()).toBe(1)
})
