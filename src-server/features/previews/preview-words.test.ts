import { expect, test } from 'bun:test'
import type { ContentOf } from '#server/operations/pictures/picture-content.ts'
import { tripWords } from './preview-words.ts'

type TripDriver = ContentOf<'trip'>['drivers'][number]

const driver = (name: string, averageStar: string | null = null, isBest = false): TripDriver => ({
	...{ name, avatarId: 2, verdicts: averageStar === null ? 2 : 4, averageStar, isBest },
	...{ smooth: null, safe: null, goodVibes: null },
})
const trip = (...drivers: TripDriver[]) =>
	tripWords({ kind: 'trip', name: 'Ski weekend', day: '2026-11-21', seats: 5, drivers })
const invite = (...names: string[]) =>
	tripWords({ kind: 'trip_invite', name: 'Ski weekend', drivers: names.map((name) => ({ name, avatarId: 1 })) })

test('a chat invites into a trip that is not open, and says who drives [spec 14.2]', () => {
	expect(invite('Uncle Bob')).toEqual({
		title: 'Ski weekend · Backseat',
		headline: 'Get in: Ski weekend',
		description: 'Uncle Bob drives. You sit in the back and have opinions. No account needed.',
		alt: 'A ticket for the trip Ski weekend: Uncle Bob at the wheel, you in the back.',
	})
	expect(invite('Bob', 'Mum', 'Theo').description).toStartWith('Bob, Mum and Theo drive.')
	expect(invite('Bob', 'Mum', 'Theo', 'Elke').description).toStartWith('Bob, Mum and 2 others drive.')
	expect(invite('דוד בוב').description).toStartWith('\u2068דוד בוב\u2069 drives.')
})

test('of an open trip it tells the driver of the trip and each mean that has voices enough [spec 14.9] [spec 14.27]', () => {
	expect(trip(driver('Uncle Bob', '4.8', true), driver('Mum', '4.1'), driver('Theo'))).toEqual({
		title: 'Ski weekend · Backseat',
		headline: 'Ski weekend: the receipt is printed',
		description: 'Driver of the trip: Uncle Bob, 4.8 stars. 5 in the car.',
		alt: 'The receipt of the trip Ski weekend, 5 in the car. Uncle Bob: 4.8 stars, 4 voices; Mum: 4.1 stars, 4 voices; Theo: too few voices to print.',
	})
	expect(trip(driver('Bob', '4.5', true), driver('Mum', '4.5', true)).description).toStartWith(
		'Drivers of the trip: Bob and Mum, 4.5 stars.',
	)
	expect(trip(driver('Bob')).description).toStartWith('5 in the car, and too few voices to print.')
})
