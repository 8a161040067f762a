import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ALL_GOOD } from '#contract/impressions.ts'
import { openChangingServer } from '../fixtures/changing-server.ts'
import { addGhost, driverRow, expect, inInstance, test } from '../fixtures/people.ts'

const verdict = { starRating: 3, ...ALL_GOOD }

/** The fields of a waiting rating that a build stored in addition to the common ones. */
const OLDER_BUILDS: Record<string, { rating?: object; rest?: object; sending?: object }> = {
	'2026-11-22': {},
	'2026-11-25': { rating: { delivery: 'evening' }, sending: { leasedBy: 'a-tab-that-was-closed' } },
	'2026-11-27': { rest: { earlier: [{ ...verdict, starRating: 1 }] }, sending: { failures: 9 } },
}

/** `bun run test` replaces only this worker, `bun run test:all` each of them. */
const NEWEST = Object.keys(OLDER_BUILDS).at(-1)

const olderWorker = (day: string) => readFile(join(import.meta.dirname, `../fixtures/older-workers/${day}.txt`), 'utf8')

type Stored = { name: string; rating: object; sending: object; raterIds: { key: string; ids: number[] } }

/** Stores a rating as those builds did: in version 1 of the database, and the rater's id beside it. */
const storeWaiting = (page: Page, stored: Stored) =>
	page.evaluate(async ({ name, rating, sending, raterIds }) => {
		const opening = indexedDB.open(name, 1)
		opening.onupgradeneeded = () => {
			opening.result.createObjectStore('ratings', { keyPath: 'place', autoIncrement: true })
			opening.result.createObjectStore('state')
		}
		await new Promise((resolve) => {
			opening.onsuccess = resolve
		})
		const transaction = opening.result.transaction(['ratings', 'state'], 'readwrite')
		transaction.objectStore('ratings').add(rating)
		transaction.objectStore('state').put(sending, 'sending')
		await new Promise((resolve) => {
			transaction.oncomplete = resolve
		})
		opening.result.close()
		localStorage.setItem(raterIds.key, JSON.stringify(raterIds.ids))
	}, stored)

/** An old cache stays while a worker is being installed, as pages may still need it. */
async function isReplaced(page: Page): Promise<boolean> {
	const state = await page.evaluate(async () => {
		const { installing, waiting, active } = await navigator.serviceWorker.ready
		const names = await caches.keys()
		if (waiting) return 'waiting'
		const isActive = !installing && active?.state === 'activated'
		return isActive && names.some((name) => name.endsWith(' updated')) ? 'replaced' : 'to come'
	})
	// Chromium ends an idle worker, for which the next one waits, but not while Playwright is attached to it.
	if (state === 'waiting') {
		const browser = await page.context().newCDPSession(page)
		await browser.send('ServiceWorker.enable')
		await browser.send('ServiceWorker.stopAllWorkers')
		await browser.detach()
	}
	return state === 'replaced'
}

const keptNames = (page: Page) => page.evaluate(() => caches.keys())

for (const [day, { rating, rest, sending }] of Object.entries(OLDER_BUILDS))
	test(`the worker of ${day} is replaced, and the rating that waits beside it is sent once`, {
		tag: day === NEWEST ? [] : '@thorough',
	}, async ({ instance, member }) => {
		const server = await openChangingServer(instance.address, await olderWorker(day))
		const rider = await member('rider', { on: server, serviceWorkers: 'allow', isNew: true })
		const { page, context } = rider
		const tom = await addGhost(rider, 'Tunnel Tom')
		const key = `a-key-of-${day}`
		await rider.open('home')
		await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
		expect(await keptNames(page)).toEqual([`backseat ${inInstance('/')} ${day}`])
		await storeWaiting(page, {
			name: `backseat-waiting-ratings${inInstance('')}`,
			rating: {
				key,
				rating: { driverId: tom.id, raterId: rider.id, ...verdict, ...rating },
				driverName: tom.name,
				madeAt: Date.now() - 60_000,
				earlier: [],
				notBefore: 0,
				refusal: null,
				...rest,
			},
			sending: { failures: 1, triedAt: Date.now() - 30_000, nextAt: Date.now() - 1000, leasedUntil: 0, ...sending },
			raterIds: { key: `ratingsWaiting${inInstance('')}`, ids: [rider.id] },
		})
		await page.close()

		server.update()
		const updated = await context.newPage()
		await updated.goto('home')

		await expect.poll(() => rider.ask('GET', '/api/ratings')).toMatchObject([{ driverId: tom.id, starRating: 3 }])
		// A browser does this by itself, some time after a page is opened.
		await updated.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
		await expect.poll(() => isReplaced(updated)).toBe(true)
		await updated.close()
		const reopened = await context.newPage()
		await reopened.goto('home')
		await expect.poll(() => keptNames(reopened)).toEqual([expect.stringMatching(/ updated$/)])
		rider.expectNoAnswer()
		await context.setOffline(true)
		await reopened.reload()
		await expect(reopened.getByText('Your drivers are stuck in traffic')).toBeVisible()
		await context.setOffline(false)
		await expect(driverRow(reopened, tom.name)).toBeVisible()
		expect(server.keys).toEqual(new Map([[key, 1]]))
		await server.end()
	})
