import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ratings } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { anOwnDataFile, aVerdictInFile as verdict } from '#server/testing/own-data-file.ts'

function operatorWith(content: unknown) {
	const operator = operatorFolder()
	const file = join(operator.dataDir, 'moved.json')
	writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
	return { ...operator, file, count: () => operator.inData(({ orm }) => orm.select().from(ratings).all().length) }
}

test('an operator reads whose verdicts they are, and moves the person once that is confirmed', async () => {
	const ratingsGiven = [
		verdict(1, { driver: 'Ilse' }),
		verdict(2, { driver: 'Ilse', driverId: 71 }),
		verdict(3, { driver: 'Theo', driverUsername: 'theo' }),
		verdict(4, { isSealed: true }),
	]
	const { file, run, runInTerminal, count } = operatorWith(anOwnDataFile({ ratingsGiven }))
	const before = count()

	const asked = await run('import', file, '--user', 'maria.p')
	const refused = await runInTerminal([['Type yes', 'no\n']], 'import', file, '--user', 'maria.p')

	expect(asked).toMatchObject({ exitCode: 64 })
	expect(asked.stdout).toBe(
		'Ilse: 2 verdicts, a new ghost\ntheo: 1 verdict, is here already\nLeft out: 1 still sealed\n',
	)
	expect(refused.exitCode).toBe(1)
	expect(count()).toBe(before)
	expect(
		await runInTerminal([['Import 3 verdicts for maria.p?', 'yes\n']], 'import', file, '--user', 'maria.p'),
	).toMatchObject({ exitCode: 0 })
	expect(count()).toBe(before + 3)
	expect((await run('import', file, '--user', 'maria.p', '--yes')).stdout).toContain('There is nothing to import.')
})

test('a file of the whole instance is refused, with the command that moves one', async () => {
	const operator = operatorFolder()
	const whole = join(operator.dataDir, 'all.json')
	await operator.run('export', whole)

	expect(await operator.run('import', whole, '--user', 'jonas', '--yes')).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('backseat backup restore'),
	})
	expect(await operator.run('import', join(operator.dataDir, 'none.json'), '--user', 'jonas')).toMatchObject({
		exitCode: 64,
		stderr: expect.stringContaining('none.json: ENOENT'),
	})
})

test('the file of one member of this instance has nothing that is not here', async () => {
	const operator = operatorFolder()
	const own = join(operator.dataDir, 'jonas.json')
	await operator.run('export', own, '--user', 'jonas')

	const { stdout } = await operator.run('import', own, '--user', 'jonas', '--yes')

	expect(stdout).toMatch(/^Left out: .*here already\nThere is nothing to import\.\n$/)
})
