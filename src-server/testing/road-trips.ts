import { OPENS_IN_MS, type Trip } from '#contract/trips.ts'
import { openDueTrips } from '#server/features/trips/due-trips.ts'
import { aRating, familyOf, type TestBrowser } from './test-app.ts'

const HOUR_MS = 3_600_000
export const NOON = Date.UTC(2026, 0, 14, 12)

/** An app whose clock stands at noon until a test sets it, with members of these names and the calls of road trips. */
export async function roadTripWith<const Name extends string>(...names: Name[]) {
	const family = await familyOf(...names)
	const { app } = family
	let now = NOON
	app.context.clock.now = () => new Date(now)
	const at = (hours: number) => {
		now = NOON + hours * HOUR_MS
	}
	/** Makes the driver appear on the maker's home list, by adding or rating them. */
	const knows = (maker: TestBrowser, driver: { id: number }) =>
		maker.post('/api/ratings', aRating({ driverId: driver.id, isPlaceholder: true }))
	/** Returns the token of a trip with these drivers. The maker first adds the members among them. */
	const start = async (maker: TestBrowser & { id: number }, ...drivers: { id: number }[]) => {
		for (const driver of drivers)
			if (driver.id !== maker.id && !('ghostClaimToken' in driver)) await knows(maker, driver)
		const { status, body } = await maker.post('/api/trips', {
			name: 'To the sea',
			driverIds: drivers.map(({ id }) => id),
		})
		if (status !== 201) throw new Error(`No trip could be started: ${JSON.stringify(body)}`)
		return (body as { token: string }).token
	}
	const seeing = async (viewer: TestBrowser, token: string) => (await viewer.get(`/api/trips/${token}`)).body as Trip
	const getIn = (who: TestBrowser, token: string, headers = {}) =>
		who.post(`/api/trips/${token}/seat`, undefined, headers)
	const getOut = (who: TestBrowser, token: string) => who.delete(`/api/trips/${token}/seat`)
	const arrive = (maker: TestBrowser, token: string) => maker.post(`/api/trips/${token}/arrive`)
	const announce = (maker: TestBrowser, token: string) => maker.post(`/api/trips/${token}/open`)
	/** Announces what is due, and opens it ten seconds later. */
	const passOpenings = async () => {
		await openDueTrips(app.context)
		now += OPENS_IN_MS
		await openDueTrips(app.context)
	}
	/** Announces the opening, waits for it, and answers what the maker sees then. */
	const open = async (maker: TestBrowser, token: string) => {
		const announced = await announce(maker, token)
		if (announced.status !== 200) return announced
		await passOpenings()
		return announce(maker, token)
	}
	const say = (who: TestBrowser, token: string, { id }: { id: number }, starRating = 4) => {
		const { driverId: _, ...said } = aRating({ driverId: id, starRating })
		return who.put(`/api/trips/${token}/verdicts/${id}`, said)
	}
	return { ...family, at, knows, start, seeing, getIn, getOut, arrive, announce, passOpenings, open, say }
}
