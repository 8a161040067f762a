import { expect, test } from 'bun:test'
import { GUEST_ID } from '#contract/known-ids.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import type { NewsRating } from './news.queries.ts'
import { isSlot, newsOf, nextMorning, nextSlot, type SlotChoice } from './news-rule.ts'

const SLOT = new Date('2026-01-14T17:30:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MUM = 101
const DAD = 102

let ids = 0
const rated = (raterId: number, ago: number, special: Partial<NewsRating> = {}): NewsRating => ({
	id: ++ids,
	raterId,
	guestKey: null,
	createdAt: new Date(SLOT.getTime() - ago),
	state: RATING_STATE.verdict,
	unseen: 1,
	claimedFromId: null,
	...special,
})
const guest = (guestKey: string | null, ago: number) => rated(GUEST_ID, ago, { guestKey })

test.each<[what: string, given: NewsRating[], count: number]>([
	['nothing', [], 0],
	['one', [rated(MUM, 5 * HOUR)], 0],
	['two raters', [rated(MUM, 5 * HOUR), rated(DAD, 2 * HOUR)], 2],
	['two of one rater', [rated(MUM, 5 * HOUR), rated(MUM, 2 * HOUR)], 0],
	['three of two raters', [rated(MUM, 50 * HOUR), rated(MUM, 5 * HOUR), rated(DAD, 2 * HOUR)], 3],
	['a member and a guest', [rated(MUM, 5 * HOUR), guest('a', 4 * HOUR)], 2],
	['two guests', [guest('a', 5 * HOUR), guest('b', 4 * HOUR)], 2],
	['two of one guest', [guest('a', 5 * HOUR), guest('a', 4 * HOUR)], 0],
	['two whose raters left', [guest(null, 5 * HOUR), guest(null, 4 * HOUR)], 0],
	['one of three days', [rated(MUM, 72 * HOUR)], 1],
	['one of nearly three days', [rated(MUM, 72 * HOUR - 1)], 0],
	['two of one rater, the older of three days', [rated(MUM, 72 * HOUR), rated(MUM, 2 * HOUR)], 2],
	['two raters, both 60 minutes ago', [rated(MUM, HOUR), rated(DAD, HOUR)], 2],
	['two raters, one 59 minutes ago', [rated(MUM, HOUR), rated(DAD, HOUR - 1)], 0],
	['one of three days and one just now', [rated(MUM, 73 * HOUR), rated(DAD, MINUTE)], 1],
	['two raters, one seen on the profile', [rated(MUM, 5 * HOUR), rated(DAD, 4 * HOUR, { unseen: 0 })], 0],
	['two raters, their notice closed', [rated(MUM, 5 * HOUR, { unseen: 2 }), rated(DAD, 4 * HOUR, { unseen: 2 })], 0],
	[
		'two raters, one a placeholder',
		[rated(MUM, 5 * HOUR), rated(DAD, 4 * HOUR, { state: RATING_STATE.placeholder })],
		0,
	],
	['two raters, one sealed', [rated(MUM, 5 * HOUR), rated(DAD, 4 * HOUR, { state: RATING_STATE.sealed })], 0],
	['two raters, with a claim', [MUM, DAD].map((rater) => rated(rater, 90 * HOUR, { claimedFromId: 7 })), 0],
])('a slot says how many there are from two raters or of three days: %s [T58]', (_what, given, count) => {
	const news = newsOf(given, SLOT)

	expect(news?.count ?? 0).toBe(count)
	if (count > 0)
		expect(news?.toldUntil).toBe(given.filter(({ id }) => id <= (news?.toldUntil ?? 0)).at(-1)?.id as number)
})

test('what is too young is told in the next slot, and with it what came after it', () => {
	const opened = rated(DAD, 30 * HOUR)
	const given = [rated(MUM, 5 * HOUR), rated(DAD, 4 * HOUR), rated(MUM, MINUTE), { ...opened, id: ++ids }]

	const first = newsOf(given, SLOT)
	const second = newsOf(given.slice(2), new Date(SLOT.getTime() + 24 * HOUR))

	expect(first).toEqual({ count: 2, toldUntil: given[1]?.id as number })
	expect(second).toEqual({ count: 2, toldUntil: given[3]?.id as number })
})

const BERLIN: SlotChoice = { rhythm: 'evenings', minute: 18 * 60 + 30, timeZone: 'Europe/Berlin' }
const slotAt = (time: string, timeZone: string): SlotChoice => {
	const [hours = 0, minutes = 0] = time.split(':').map(Number)
	return { rhythm: 'evenings', minute: hours * 60 + minutes, timeZone }
}
const SUNDAYS: SlotChoice = { ...BERLIN, rhythm: 'sundays' }

test.each<[what: string, choice: SlotChoice, now: string, last: string | null, slot: string]>([
	['this evening', BERLIN, '2026-01-14T12:00Z', null, '2026-01-14T17:30Z'],
	['at its minute: the next', BERLIN, '2026-01-14T17:30Z', '2026-01-14T17:30Z', '2026-01-15T17:30Z'],
	['in summer', BERLIN, '2026-07-14T12:00Z', null, '2026-07-14T16:30Z'],
	['the day the clocks go forward', BERLIN, '2026-03-28T17:30Z', '2026-03-28T17:30Z', '2026-03-29T16:30Z'],
	['the day the clocks go back', BERLIN, '2026-10-24T16:30Z', '2026-10-24T16:30Z', '2026-10-25T17:30Z'],
	['half an hour off', { ...BERLIN, timeZone: 'Asia/Kolkata' }, '2026-01-14T12:00Z', null, '2026-01-14T13:00Z'],
	['beyond the date line', { ...BERLIN, timeZone: 'Pacific/Auckland' }, '2026-01-14T12:00Z', null, '2026-01-15T05:30Z'],
	['a morning', { ...BERLIN, minute: 8 * 60 }, '2026-01-14T12:00Z', null, '2026-01-15T07:00Z'],
	['a minute that is skipped', slotAt('02:30', 'Europe/Berlin'), '2026-03-28T12:00Z', null, '2026-03-29T01:30Z'],
	[
		'a minute that is repeated',
		slotAt('02:30', 'Europe/Berlin'),
		'2026-10-25T00:30Z',
		'2026-10-25T00:30Z',
		'2026-10-26T01:30Z',
	],
	['half an hour of summer', slotAt('02:15', 'Australia/Lord_Howe'), '2026-10-03T12:00Z', null, '2026-10-03T15:45Z'],
	['45 minutes off', slotAt('18:30', 'Asia/Kathmandu'), '2026-01-14T12:00Z', null, '2026-01-14T12:45Z'],
	['a midnight that is skipped', slotAt('00:00', 'Asia/Beirut'), '2026-03-28T12:00Z', null, '2026-03-28T22:00Z'],
	[
		'half past a midnight that is skipped',
		slotAt('00:30', 'Africa/Cairo'),
		'2026-04-23T12:00Z',
		null,
		'2026-04-23T22:30Z',
	],
	['skipped before midnight', slotAt('23:30', 'America/Scoresbysund'), '2026-03-28T12:00Z', null, '2026-03-29T00:30Z'],
	[
		'the evening after that',
		slotAt('23:30', 'America/Scoresbysund'),
		'2026-03-29T00:30Z',
		'2026-03-29T00:30Z',
		'2026-03-30T00:30Z',
	],
	[
		'a day that is skipped',
		slotAt('18:30', 'Pacific/Apia'),
		'2011-12-30T05:00Z',
		'2011-12-30T04:30Z',
		'2011-12-31T04:30Z',
	],
	['on Sundays', SUNDAYS, '2026-01-14T12:00Z', null, '2026-01-18T17:30Z'],
	['on the Sunday itself', SUNDAYS, '2026-01-18T12:00Z', null, '2026-01-18T17:30Z'],
	['after Sunday’s', SUNDAYS, '2026-01-18T17:30Z', '2026-01-18T17:30Z', '2026-01-25T17:30Z'],
	[
		'moved to later that day',
		{ ...BERLIN, minute: 21 * 60 },
		'2026-01-14T18:00Z',
		'2026-01-14T17:30Z',
		'2026-01-15T20:00Z',
	],
	[
		'moved to the next morning',
		{ ...BERLIN, minute: 8 * 60 },
		'2026-01-14T21:00Z',
		'2026-01-14T20:00Z',
		'2026-01-16T07:00Z',
	],
	[
		'moved to where it is tomorrow already',
		{ ...BERLIN, minute: 8 * 60, timeZone: 'Pacific/Kiritimati' },
		'2026-01-14T17:31Z',
		'2026-01-14T17:30Z',
		'2026-01-15T18:00Z',
	],
	['told at night', BERLIN, '2026-01-14T22:00Z', '2026-01-14T22:00Z', '2026-01-15T17:30Z'],
	['told the next morning', BERLIN, '2026-01-15T08:00Z', '2026-01-15T08:00Z', '2026-01-16T17:30Z'],
])('one slot a day, by the clock on the wall: %s [T58] [B30]', (_what, choice, now, last, slot) => {
	expect(nextSlot(choice, new Date(now), last === null ? null : new Date(last))).toEqual(new Date(slot))
	expect(isSlot(choice, new Date(slot))).toBe(true)
	expect(isSlot({ ...choice, minute: choice.minute === 600 ? 630 : 600 }, new Date(slot))).toBe(false)
})

test('who wants none has no slot', () => {
	expect(nextSlot({ ...BERLIN, rhythm: 'never' }, SLOT, null)).toBeNull()
})

test('a day that the clocks begin at 1:00 has its slot', () => {
	const choice: SlotChoice = { ...BERLIN, minute: 8 * 60, timeZone: 'America/Sao_Paulo' }
	expect(nextSlot(choice, new Date('2018-11-03T12:00Z'), null)).toEqual(new Date('2018-11-04T10:00Z'))
})

test('the next morning is at 8:00 on the wall, also where it is not yet light', () => {
	expect(nextMorning('Europe/Berlin', new Date('2026-01-14T19:00Z'))).toEqual(new Date('2026-01-15T07:00Z'))
	expect(nextMorning('America/New_York', new Date('2026-01-14T12:00Z'))).toEqual(new Date('2026-01-14T13:00Z'))
})
