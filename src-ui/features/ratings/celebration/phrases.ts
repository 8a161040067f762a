import type { Impressions as AllImpressions } from '#contract/impressions.ts'

// Not in celebration.tsx: phrases.test.ts tests it without rendering.

/** Those that the spec's pools ask. */
type Impressions = Pick<AllImpressions, 'rideQuality' | 'safetyFeeling' | 'vibeQuality'>

/** The pool that suits a rating's impressions, in the spec's order; stars do not count. All pools while it is not known yet. */
export function poolFor(rating: Impressions | null | undefined): readonly string[] {
	if (!rating) return ALL_MESSAGES
	const { rideQuality, safetyFeeling, vibeQuality } = rating
	if (safetyFeeling === 'safe' || rideQuality === 'smooth') return POSITIVE
	if (vibeQuality === 'off') return BAD_VIBE
	if (safetyFeeling === 'unsafe' || rideQuality === 'bumpy') return TENSE
	if (vibeQuality === 'good') return GOOD_VIBE
	return [DEFAULT_MESSAGE]
}

/** `luck` is from 0 up to 1; keeping it keeps the message. */
export const messageFor = (rating: Impressions | null | undefined, luck: number): string => {
	const pool = poolFor(rating)
	return pool[Math.floor(luck * pool.length)] ?? DEFAULT_MESSAGE
}

// The spec gives the pools' sizes in the order in which a pool is chosen: 19, 26, 22 and 18 (phrases.test.ts counts).

/** The ride was safe, or smooth. */
export const POSITIVE = [
	'Smoother than fresh tarmac on a Sunday.',
	'Coffee without a lid, and not a drop lost.',
	'The back seat hereby approves.',
	'Sat nav who? This one knows the way.',
	'Green lights all the way home.',
	'Somebody actually read the highway code.',
	'Indicated. Every. Single. Time.',
	'The speed bumps never saw it coming.',
	'Parallel parked in one go. Allegedly.',
	'Even the nodding dog nodded in approval.',
	'Chauffeur material. Somebody find a little cap.',
	'Ten and two, and a heart of gold.',
	'Braked so gently the air freshener never swung.',
	'The roundabout is still talking about that exit.',
	'No imaginary brake pedal was needed.',
	'You could have threaded a needle back there.',
	'Merged like it was choreographed.',
	'First class, without the tiny pretzels.',
	'Would nap on this back seat again.',
] as const

/** Neither safe nor smooth, and the vibe was off. */
export const BAD_VIBE = [
	'The aux cord has filed for custody.',
	'That silence had its own seat belt on.',
	'Small talk: none. Big sighs: plenty.',
	'The playlist was one song. Twice.',
	'Somebody woke up on the wrong side of the garage.',
	'Even the sat nav asked to be dropped off early.',
	'The mood needed a jump start.',
	'Forecast for the front seat: partly grumpy.',
	'Radio off, windows up, opinions everywhere.',
	'Next time, bring snacks and a mediator.',
	'The air freshener gave up at the second light.',
	'Awkward at every red light. There were nine.',
	'Vibe check: the engine light is on.',
	'That was a podcast about taxes. At full volume.',
	'The glove box felt more welcoming.',
	'Your stop could not come soon enough.',
	'Chilly in here, and the heater was on.',
	'They sang. Nobody had asked.',
	'All of the road, none of the trip.',
	'Somewhere, a bus is looking very attractive.',
	'The passenger union will hear of this.',
	'Every honk came with a speech.',
	'The bass was up. The spirits were not.',
	'Aux privileges suspended until further notice.',
	'The trip computer showed four hours. It was four minutes.',
	'Window seat, thousand-mile stare.',
] as const

/** Unsafe and bumpy, yet in good spirits. */
export const TENSE = [
	'The grab handle has earned a raise.',
	'You found every pothole. All of them.',
	'Amber is not a dare.',
	'That imaginary brake pedal got a real workout.',
	'Speed bumps: one. Suspension: nil.',
	'The cup holder could not hold it together.',
	'Off-road package: apparently standard.',
	'Some corners were taken personally.',
	'Roundabouts have exits. Who knew.',
	'The shopping in the boot has moved house.',
	'Is it a lane if you are in two of them?',
	'Seat belt: clicked, checked, hugged.',
	'Third gear was never part of the plan.',
	'That hill start had a cliffhanger.',
	'Massage seats, courtesy of the cobblestones.',
	'The kerb says hello. Twice.',
	'You said "nice car". You meant "slow down".',
	'The snacks left the bag without being asked.',
	'Late braking, early regrets.',
	'Your playlist skipped. It was streaming.',
	'The sat nav said "recalculating" with feeling.',
	'Rollercoasters charge for this.',
] as const

/** The last pool of the spec's order. No rating reaches it: one that is neither safe nor smooth is in TENSE. While the rating is not known yet, all pools count. */
export const GOOD_VIBE = [
	'Good company makes every detour scenic.',
	'Aux cord diplomacy at its finest.',
	'Windows down, chorus up.',
	'The traffic jam was the best part.',
	'Karaoke on four wheels. Encore requested.',
	'Best seat in the house, and it reclines.',
	'Come for the lift, stay for the gossip.',
	'You took the long way and nobody minded.',
	'Snacks were shared. A hero drives among us.',
	'Playlist: ten out of ten, no skips.',
	'The conversation had better mileage than the car.',
	'Drive-through stop without being asked. Legend.',
	'Even the red lights were fun.',
	'That ride had a theme tune.',
	'Same time tomorrow? Shotgun.',
	'The heated seats were not the only warm thing.',
	'Road trip energy on a supermarket run.',
	'They handed over the aux. Trust like that is rare.',
] as const

export const ALL_MESSAGES: readonly string[] = [...POSITIVE, ...BAD_VIBE, ...TENSE, ...GOOD_VIBE]

export const DEFAULT_MESSAGE = 'Thanks for rating!'
