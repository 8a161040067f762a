import { expect, test } from 'bun:test'
import { instructionsOfStart } from './instructions.ts'
import { BY_VALGRIND, drifted, recorded } from './weights.ts'

const program = process.env.TEST_PROGRAM
const isHere = Bun.which('valgrind') !== null && process.platform === 'linux' && process.arch === 'x64'
const remark = isHere ? '' : ' (not counted: there is no valgrind here)'

/** Repeated, it counts the same to 0.3 %; the tolerance is 2 %, as for all weights. */
test.skipIf(!program || !isHere)(
	`a start runs no more instructions than recorded${remark}`,
	async () => {
		const name = `${BY_VALGRIND}, a start with 20,000 ratings until its first answer: instructions`
		const record = { [name]: (await recorded())[name] ?? 0 }

		expect(drifted({ [name]: await instructionsOfStart(program ?? '') }, record)).toEqual([])
	},
	600_000,
)
