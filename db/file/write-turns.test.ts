import { expect, test } from 'bun:test'
import { writeTurns } from './write-turns.ts'

const settled = () => new Promise(setImmediate)

/** Work that lasts until the test ends it, and a record of the order of events. */
function setUp() {
	const turns = writeTurns()
	const said: string[] = []
	const work = (name: string) => {
		const { promise, resolve } = Promise.withResolvers<void>()
		const run = async () => {
			said.push(`${name} begins`)
			await promise
			said.push(`${name} ends`)
		}
		return { run, end: resolve }
	}
	return { turns, said, work }
}

test('while nobody is alone, those who share begin at once, beside each other', () => {
	const { turns, said, work } = setUp()

	void turns.share(work('one').run)
	void turns.share(work('other').run)

	expect(said).toEqual(['one begins', 'other begins'])
	expect(turns.areTaken()).toBe(false)
})

test('who wants to be alone waits for those who have begun, and who comes then waits for them [B24]', async () => {
	const { turns, said, work } = setUp()
	const [early, long, late] = [work('early'), work('long'), work('late')]
	void turns.share(early.run)
	void turns.share(() => turns.alone(long.run))
	void turns.share(late.run)
	await settled()
	expect(said).toEqual(['early begins'])
	expect(turns.areTaken()).toBe(true)

	early.end()
	await settled()
	expect(said.slice(2)).toEqual(['long begins'])
	long.end()
	await turns.areFree()
	await settled()

	expect(said.slice(3)).toEqual(['long ends', 'late begins'])
	expect(turns.areTaken()).toBe(false)
})

test('of two who want to be alone the second begins when all of the first is over', async () => {
	const { turns, said, work } = setUp()
	const [one, after, other] = [work('one'), work('what follows one'), work('other')]
	void turns.share(async () => {
		await turns.alone(one.run)
		await after.run()
	})
	void turns.share(() => turns.alone(other.run))
	await settled()

	one.end()
	await settled()
	expect(said.at(-1)).toBe('what follows one begins')
	after.end()
	await settled()
	expect(said.slice(-2)).toEqual(['what follows one ends', 'other begins'])
	other.end()
	await turns.areFree()
})

test('who waits for one who is alone waits for the next one, too, who asked later', async () => {
	const { turns, said, work } = setUp()
	const [early, one, other, late] = [work('early'), work('one'), work('other'), work('late')]
	void turns.share(async () => {
		await early.run()
		await turns.alone(other.run)
	})
	void turns.share(() => turns.alone(one.run))
	void turns.share(late.run)
	early.end()
	await settled()

	one.end()
	await settled()
	expect(said.slice(-2)).toEqual(['one ends', 'other begins'])
	other.end()
	await settled()
	expect(said.slice(-2)).toEqual(['other ends', 'late begins'])
	late.end()
})

test('what fails keeps nobody waiting, and its error is its own', async () => {
	const { turns, said, work } = setUp()
	const failing = async () => {
		throw new Error('no')
	}

	const failed = [turns.share(failing), turns.share(() => turns.alone(failing))]
	expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
	void turns.share(work('next').run)

	expect(said).toEqual(['next begins'])
})
