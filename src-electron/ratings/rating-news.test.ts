import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProductWindow } from '#desktop/desktop.ts'
import { openSettings } from '#desktop/settings/settings-file.ts'
import { recordedDesktop } from '#desktop/testing/recorded-desktop.ts'
import { until } from '#desktop/testing/shell-at-work.ts'
import { createRatingNews, newRatingWords } from './rating-news.ts'

/** An instance that has a rating which nobody has seen. */
const answer = async (path: string) =>
	Response.json(
		path === 'api/user'
			? { id: 7, isLatestRatingsSeen: false, lastSeenRatingId: null, lastRatingReceivedAt: '2026-11-22' }
			: [{ id: 12 }],
	)

/** A window in the background, at an instance with such news; `mayNotify` is what comes of asking. */
async function newsOf(mayNotify: (window: Pick<ProductWindow, 'base' | 'isOwn'>) => Promise<boolean>) {
	const recorded = recordedDesktop({ answer })
	const settings = openSettings(join(mkdtempSync(join(tmpdir(), 'backseat-settings-')), 'desktop-settings.json'))
	const follow = createRatingNews({ settings, desktop: recorded.desktop, notifications: { mayNotify } })
	const window = await recorded.desktop.openProduct({
		base: 'https://rides.example/',
		path: '',
		partition: 'persist:friend-1',
		secret: null,
		notifications: { isAllowed: () => false, mayNotify: async () => false },
		onFailed: () => {},
		onClose: () => 'close',
		onClosed: () => {},
	})
	follow(window)
	return { ...recorded, follow }
}

test.each([
	[true, 1],
	[false, 0],
])('news of an instance are notified of if it may: %j [T30]', async (may, count) => {
	const asked: unknown[] = []
	const { notified, badges, follow } = await newsOf(async ({ base, isOwn }) => {
		asked.push({ base, isOwn })
		return may
	})

	await until(() => badges.includes(1))
	await until(() => asked.length > 0)
	await Bun.sleep(0)
	follow(null)

	expect(asked).toEqual([{ base: 'https://rides.example/', isOwn: false }])
	expect(notified).toHaveLength(count)
})

test('a yes that comes when another instance is shown notifies of nothing', async () => {
	const question = Promise.withResolvers<boolean>()
	let asked = 0
	const { notified, follow } = await newsOf(() => {
		asked++
		return question.promise
	})
	await until(() => asked > 0)
	follow(null)

	question.resolve(true)
	await Bun.sleep(0)

	expect(notified).toEqual([])
})

test('one rating is somebody, several are counted', () => {
	expect(newRatingWords(1).body).toBe('Somebody rated your driving. Pull over and have a look.')
	expect(newRatingWords(2).body).toBe('2 new ratings of your driving. Pull over and have a look.')
	expect(newRatingWords(12).body).toStartWith('12 new ratings')
	for (const count of [1, 2]) expect(newRatingWords(count).title).toContain('back seat')
})
