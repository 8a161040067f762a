import { expect, test } from 'bun:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { ClaimUsername, Username } from './names.ts'
import { proposedUsername, signNotAllowed } from './username-proposals.ts'

test.each([
	['Uncle Bob', 'uncle.bob'],
	['Elke Müller', 'elke.mueller'],
	['Elke Müller'.normalize('NFD'), 'elke.mueller'],
	['ÄÖÜ ẞß', 'aeoeue.ssss'],
	['Søren Ærø', 'soren.aero'],
	['Åsa Øst', 'asa.ost'],
	['Nguyễn Thị Ánh', 'nguyen.thi.anh'],
	['Łukasz', 'lukasz'],
	['İlkay Işık', 'ilkay.isik'],
	['  Grandma   👵  ', 'grandma'],
	['Dr. No', 'dr.no'],
	['Aunt Amy & Co', 'aunt.amy.co'],
	['Mary-Jane_98', 'mary-jane_98'],
	['...Bob...', 'bob'],
	['ℌ𝔬𝔩𝔤𝔢𝔯', 'holger'],
	['Maximilian-Alexander Graf', 'maximilian-alexander'],
	['Anna-Katharina-Maria von', 'anna-katharina-maria'],
])('%p becomes %p', (name, username) => {
	expect(proposedUsername(name)).toBe(username)
})

test.each(['', 'Jo', '👵👵👵', 'Бабушка', '王小明', '. . .', '--', 'ü'])('of %p nothing can be made', (name) => {
	expect(proposedUsername(name)).toBeNull()
})

test('a taken one gets the next number, within the twenty signs [spec 12.10]', () => {
	const taken = (...names: string[]) => {
		const all = new Set(names)
		return (name: string) => all.has(name)
	}

	expect(proposedUsername('Uncle Bob', taken('uncle.bob'))).toBe('uncle.bob2')
	expect(proposedUsername('Uncle Bob', taken('uncle.bob', 'uncle.bob2', 'uncle.bob3'))).toBe('uncle.bob4')
	expect(proposedUsername('uncle.bob2', taken('uncle.bob2'))).toBe('uncle.bob3')
	expect(proposedUsername('bob99', taken('bob99'))).toBe('bob100')
	expect(proposedUsername('12345678901234567890', taken('12345678901234567890'))).toBe('12345678901234567891')
	expect(proposedUsername('bob007', taken('bob007'))).toBe('bob008')
	expect(proposedUsername('g03', taken('g03'))).toBe('g04')
	expect(proposedUsername('bob0', taken('bob0'))).toBe('bob02')
	const long = 'maximilian-alexander'
	expect(proposedUsername(long, taken(long))).toBe('maximilian-alexande2')
	expect(proposedUsername('Bob', () => true)).toBeNull()
})

test('whatever people are called, and whatever is taken: a valid username that is free, or none [spec 12.10]', () => {
	const anyName = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 60 }),
		fc.string({ unit: 'grapheme', maxLength: 60 }),
		fc.string({ unit: fc.constantFrom(...'aZ9._- äßøÜ\u0301İ😀'), maxLength: 40 }),
	)
	fc.assert(
		fc.property(anyName, fc.array(fc.boolean(), { maxLength: 150 }), (name, answers) => {
			const asked = new Map<string, boolean>()
			const isTaken = (username: string) => {
				// The same name always gets the same answer.
				const answer = asked.get(username) ?? answers[asked.size] ?? false
				asked.set(username, answer)
				return answer
			}

			const username = proposedUsername(name, isTaken)

			if (username === null) return
			expect(v.is(Username, username)).toBe(true)
			expect(v.is(ClaimUsername, username)).toBe(true)
			expect(asked.get(username)).toBe(false)
			expect(signNotAllowed(username)).toBeNull()
			expect(proposedUsername(username)).toBe(username)
		}),
		{ numRuns: 3000 },
	)
})

test.each([
	['elke.mueller', null],
	['Elke_M-98', null],
	['elke müller', ' '],
	['elke.müller', 'ü'],
	['Oma👵', '👵'],
	['', null],
])('of %p the sign that cannot be is %p', (text, sign) => {
	expect(signNotAllowed(text)).toBe(sign)
})

test('a sign that is refused is the reason why the whole is', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 20 }), (text) => {
			const isAllowed: boolean = v.is(Username, text)
			if (isAllowed) expect(signNotAllowed(text)).toBeNull()
			else if (text.length <= 20) expect(signNotAllowed(text)).not.toBeNull()
		}),
	)
})
