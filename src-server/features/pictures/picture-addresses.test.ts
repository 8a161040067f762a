import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DriverKind } from '#contract/driver-kinds.ts'
import { ALL_BAD, ALL_GOOD } from '#contract/impressions.ts'
import { JudgeKind } from '#contract/judging.ts'
import { AWARD_KEYS } from '#contract/receipts.ts'
import {
	forEachShare,
	type Picture,
	type PictureContent,
	pictureAddresses,
} from '#server/operations/pictures/picture-content.ts'

const { addressOf, pictureAt } = pictureAddresses({ key: () => new Uint8Array(32).fill(7), basePath: '' })

const name = fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }).filter((text) => text.length <= 200)
const avatarId = fc.integer({ min: 1, max: 5 })
const percent = fc.integer({ min: 0, max: 100 })
const link = {
	link: fc.constantFrom('http://192.168.1.20:7433/infographic/7', 'https://rides.example/on/a/shelf/infographic/2'),
}
const upToEight = <Fields>(driver: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
	fc.array(fc.record(driver), { minLength: 1, maxLength: 8 })
const content: fc.Arbitrary<PictureContent> = fc.oneof(
	fc.constant({ kind: 'general' as const }),
	fc.constant({ kind: 'invitation' as const }),
	fc.record({ kind: fc.constant('claim' as const), name, waiting: fc.nat() }),
	fc.record(
		{ kind: fc.constant('unrated' as const), name, avatarId, ...link, driverKind: fc.constant('parked' as const) },
		{ requiredKeys: ['kind', 'name', 'avatarId'] },
	),
	fc.record({ kind: fc.constant('rate' as const), name, avatarId }),
	fc.tuple(name, avatarId, fc.constantFrom(ALL_GOOD, ALL_BAD)).map(([name, avatarId, said]) => ({
		kind: 'receipt' as const,
		name,
		avatarId,
		joke: 'You said "nice car". You meant "slow down".',
		starRating: 3,
		...said,
	})),
	fc.record({
		kind: fc.constant('card' as const),
		name,
		avatarId,
		averageStar: fc.constantFrom('1.0', '3.3', '4.8', '5.0'),
		totalRides: fc.integer({ min: 1, max: 1_000_000 }),
		...forEachShare(() => percent),
		...link,
		driverKind: fc.constantFrom(...DriverKind.options),
	}),
	fc.record({
		kind: fc.constant('trip' as const),
		name,
		day: fc.constant('2026-11-21'),
		seats: fc.nat(60),
		drivers: upToEight({
			name,
			avatarId,
			verdicts: fc.nat(59),
			averageStar: fc.constantFrom('1.0', '4.8', null),
			...forEachShare(() => fc.option(percent)),
			isBest: fc.boolean(),
		}),
	}),
	fc.record({ kind: fc.constant('trip_invite' as const), name, drivers: upToEight({ name, avatarId }) }),
	fc.record({
		kind: fc.constant('award' as const),
		name,
		avatarId,
		award: fc.constantFrom(...AWARD_KEYS),
		month: fc.constant('2026-11'),
		figure: fc.constantFrom('4.8 stars', '97% smooth', '+0.6 stars', '12 rides'),
		...link,
	}),
	fc.record({
		kind: fc.constant('year' as const),
		name,
		avatarId,
		year: fc.integer({ min: 2020, max: 2100 }),
		rides: fc.nat(),
		averageStar: fc.constant('4.8'),
		...forEachShare(() => percent),
		driverKind: fc.constantFrom(...DriverKind.options),
		...link,
	}),
	fc.record({
		kind: fc.constant('judge' as const),
		name,
		avatarId,
		year: fc.integer({ min: 2020, max: 2100 }),
		verdicts: fc.nat(),
		averageStar: fc.constant('3.9'),
		judgeKind: fc.constantFrom(...JudgeKind.options),
		...link,
	}),
)
const picture: fc.Arbitrary<Picture> = fc.record({
	content,
	shape: fc.constantFrom('preview' as const, 'story' as const),
})

const uncleBob: Picture = { content: { kind: 'rate', name: 'Uncle Bob', avatarId: 2 }, shape: 'preview' }

test('an address leads back to what it was made of, whatever the name', () => {
	fc.assert(
		fc.property(picture, (made) => {
			const address = addressOf(made)
			expect(address).toMatch(/^\/previews\/[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}\.png$/)
			expect(pictureAt(address)).toEqual(made)
		}),
	)
})

test('the same content has the same address, in whichever order its fields are given', () => {
	const { kind, name, avatarId } = { kind: 'rate' as const, name: 'Uncle Bob', avatarId: 2 }

	expect(addressOf({ shape: 'preview', content: { avatarId, name, kind } })).toBe(addressOf(uncleBob))
	expect(addressOf({ ...uncleBob, shape: 'story' })).not.toBe(addressOf(uncleBob))
})

test('an address with any byte changed, added or taken away is none of ours [T19]', () => {
	fc.assert(
		fc.property(picture, fc.nat(), fc.integer({ min: 1, max: 127 }), (made, place, flip) => {
			const address = addressOf(made)
			const at = place % address.length
			const other = String.fromCharCode(address.charCodeAt(at) ^ flip)

			for (const changed of [other, '', address[at] + other])
				expect(pictureAt(address.slice(0, at) + changed + address.slice(at + 1))).toBeNull()
		}),
		{ numRuns: 500 },
	)
})

test('only the canonical spelling counts, although others decode to the same bytes [T19]', () => {
	const address = addressOf(uncleBob)
	const [, said = '', signature = ''] = /^\/previews\/(.+)\.(.+)\.png$/.exec(address) ?? []
	const bytes = Buffer.from(signature, 'base64url')
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
	const twins = [...alphabet].map((last) => signature.slice(0, -1) + last).filter((twin) => twin !== signature)
	const sameBytes = twins.filter((twin) => Buffer.from(twin, 'base64url').equals(bytes))
	expect(sameBytes).toHaveLength(3)

	for (const other of [
		...sameBytes.map((twin) => `/previews/${said}.${twin}.png`),
		`/previews/${said}.${signature}=.png`,
		`/previews/${said}=.${signature}.png`,
		`/previews/${said}.${Buffer.from(bytes).toString('base64')}.png`,
		`/previews/${said}.${Buffer.from(bytes).toString('hex')}.png`,
		`//previews/${said}.${signature}.png`,
		`/previews/%${said.charCodeAt(0).toString(16)}${said.slice(1)}.${signature}.png`,
		`${address}?`,
		`${address}/`,
		address.replace('.png', '.PNG'),
		address.replace('previews', 'Previews'),
	])
		expect(pictureAt(other)).toBeNull()
	expect(pictureAt(address)).toEqual(uncleBob)
})

test('what this version cannot draw is not there, even if it is signed: a later version’s picture or kind of driver, say [spec 12.8] [spec 13.14]', () => {
	const key = new Uint8Array(32).fill(7)
	const sign = (text: string) => {
		const said = Buffer.from(text).toString('base64url')
		return `/previews/${said}.${new Bun.CryptoHasher('sha256', key).update(said).digest('base64url')}.png`
	}
	expect(pictureAt(sign('[1,"preview",{"kind":"general"}]'))).toEqual({
		shape: 'preview',
		content: { kind: 'general' },
	})
	// Addresses of an earlier version show the current drawing, so links in old chats still unfold.
	expect(pictureAt(sign('[9,"story",{"kind":"general"}]'))).toEqual({ shape: 'story', content: { kind: 'general' } })
	const card = `{"kind":"card","name":"Bob","avatarId":2,"averageStar":"4.5","totalRides":2,"smooth":50,"safe":100,"goodVibes":100}`
	expect(pictureAt(sign(`[1,"story",${card}]`))).toEqual({ shape: 'story', content: JSON.parse(card) })
	const ofAKind = (driverKind: string) => `[2,"story",${JSON.stringify({ ...JSON.parse(card), driverKind })}]`
	expect(pictureAt(sign(ofAKind('legend')))?.content).toMatchObject({ driverKind: 'legend' })
	for (const later of [
		'[1,"banner",{"kind":"general"}]',
		'[1,"story",{"kind":"duel"}]',
		'{}',
		'null',
		ofAKind('hovercraft'),
		ofAKind('constructor'),
	])
		expect(pictureAt(sign(later))).toBeNull()
})
