import { expect, test } from 'bun:test'
import { fireEvent, screen, within } from '@testing-library/react'
import { JUDGE_KINDS, type Judging } from '#contract/judging.ts'
import { MyVerdictsScreen } from '#ui/features/ratings/my-verdicts-screen.tsx'
import { aGivenRating } from '#ui/features/ratings/testing/a-given-rating.ts'
import { type Answers, aMember, forgetEverything, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'

const LIST = 'GET /api/ratings?limit=21&placeholders=without'
const JUDGING = 'GET /api/ratings/judging'
const me = aMember()

const judged = (special: Partial<Judging> = {}): Judging => ({
	verdicts: 1240,
	averageStar: 4.26,
	favouriteStar: 4,
	kinderBy: 0.649,
	kind: 'kinder',
	...special,
})
const open = (answers: Answers, member: typeof me | null = me) =>
	openScreen(<MyVerdictsScreen />, '/verdicts', { [LIST]: [200, [aGivenRating(2)]], ...answers }, { member })
const receipt = () => screen.findByRole('region', { name: 'How you judge' })

test.each(['member', 'guest'])(
	'a %s reads on top of their verdicts what kind of judge they are [spec 13.7]',
	async (who) => {
		await open({ [JUDGING]: [200, judged()] }, who === 'member' ? me : null)
		const { name, line } = JUDGE_KINDS.kinder

		const found = within(await receipt())

		expect(found.getByText(name())).toBeTruthy()
		expect(found.getByText(line())).toBeTruthy()
		expect(found.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1,240', '4.3', ''])
		expect(found.getByRole('img', { name: '4 stars out of 5' })).toBeTruthy()
		expect(found.getByText('You are 0.6 stars kinder than the others who rated the same drivers.')).toBeTruthy()
		expect((await receipt()).compareDocumentPosition(screen.getByRole('list'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
	},
)

test.each([
	[-0.5, 'You are 0.5 stars harsher than the others who rated the same drivers.'],
	[0.04, 'You judge just like the others who rated the same drivers.'],
	[-0.04, 'You judge just like the others who rated the same drivers.'],
	[null, 'Too few others have rated your drivers to compare you with them.'],
])('by %p stars kinder is: %s', async (kinderBy, words) => {
	await open({ [JUDGING]: [200, judged({ kinderBy })] })

	expect(within(await receipt()).getByText(words)).toBeTruthy()
})

test('below three verdicts, and where it does not arrive, the list is there without it', async () => {
	for (const answer of [
		[200, { verdicts: 2, averageStar: null, favouriteStar: null, kinderBy: null, kind: null }] as const,
		problem(500, 'Something went wrong'),
	]) {
		await open({ [JUDGING]: answer })
		expect(await screen.findByRole('list')).toBeTruthy()
		expect(screen.queryByRole('region', { name: 'How you judge' })).toBeNull()
		forgetEverything()
	}
})

test('what is taken back judges no longer', async () => {
	const server = await open({ [JUDGING]: [200, judged({ kind: 'generous' })], 'DELETE /api/ratings/2': [204] })
	expect(within(await receipt()).getByText(JUDGE_KINDS.generous.name())).toBeTruthy()
	server.answer(JUDGING, [200, judged({ kind: 'tough' })])

	fireEvent.click(screen.getByRole('button', { name: 'More about your verdict on Uncle Bob' }))
	fireEvent.click(await screen.findByRole('menuitem', { name: 'Take it back' }))
	const asked = await screen.findByRole('alertdialog', { name: 'Take it back?' })
	fireEvent.click(within(asked).getByRole('button', { name: 'Take it back' }))

	expect(await screen.findByText(JUDGE_KINDS.tough.name())).toBeTruthy()
})
