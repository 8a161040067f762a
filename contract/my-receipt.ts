import * as v from 'valibot'
import { call } from './call.ts'
import { NOT_AN_ID } from './call-docs.ts'
import { NO_SUCH_JOKE } from './field-messages.ts'
import { IdText } from './ids.ts'
import { DriverPictures } from './pictures.ts'
import { pool } from './text.ts'

// Not part of ratings.ts, which every page loads: only the celebration of a rating needs jokes and receipts.

/**
 * Jokes for the celebration of a rating. The spec defines the sizes of the pools and this order, in which they are
 * tried.
 */
export const JOKES = {
	POSITIVE: [
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
	],
	BAD_VIBE: [
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
	],
	TENSE: [
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
	],
	/**
	 * The last pool in the spec's order. It matches no rating, because a rating that is neither safe nor smooth already
	 * matches TENSE. It is used only together with all other pools, while the rating is still unknown.
	 */
	GOOD_VIBE: [
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
	],
	DEFAULT: ['Thanks for rating!'],
} as const

type JokePool = keyof typeof JOKES
const POOLS = Object.keys(JOKES) as JokePool[]

export const Joke = v.pipe(
	v.object({ pool: v.picklist(POOLS), place: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
	v.check(({ pool, place }) => place < JOKES[pool].length, NO_SUCH_JOKE),
)
export type Joke = v.InferOutput<typeof Joke>

const IN_LANGUAGE: Record<JokePool, () => readonly string[]> = {
	POSITIVE: () => pool('pool:jokes-positive', JOKES.POSITIVE),
	BAD_VIBE: () => pool('pool:jokes-bad-vibe', JOKES.BAD_VIBE),
	TENSE: () => pool('pool:jokes-tense', JOKES.TENSE),
	GOOD_VIBE: () => pool('pool:jokes-good-vibe', JOKES.GOOD_VIBE),
	DEFAULT: () => pool('pool:jokes-default', JOKES.DEFAULT),
}

export const jokesOf = (of: JokePool): readonly string[] => IN_LANGUAGE[of]()

export const textOfJoke = (joke: Joke): string => jokesOf(joke.pool)[joke.place] ?? JOKES.DEFAULT[0]

/** The joke with a text in the page's language. */
export function jokeOfText(text: string): Joke | undefined {
	return POOLS.map((of) => ({ pool: of, place: jokesOf(of).indexOf(text) })).find(({ place }) => place >= 0)
}

/**
 * Draws a verdict as a picture, for its rater only. The rater decides whether to share it, so the picture is neither
 * stored nor listed.
 */
export const drawReceipt = call({
	method: 'POST',
	path: '/ratings/:id/picture',
	who: 'visitor-or-member',
	params: v.object({ id: IdText }),
	body: Joke,
	answers: { 200: DriverPictures },
	docs: () => ({
		tag: 'Ratings',
		summary: 'My receipt: a rating of mine as a picture',
		description:
			'Addresses of two PNGs, as for a driver’s card: joke, stars, impressions and the driver’s number plate. Nothing on them tells who or when; that they exist tells that a rater had them drawn. Nothing of it is kept.',
		answers: {
			200: 'Where the pictures are, with the base path and without the host.',
			400: `There is no such joke. ${NOT_AN_ID}`,
			404: 'I did not give it, it is a placeholder, or it does not exist; which of them is not said.',
		},
		params: { id: 'The rating.' },
	}),
})
