import { expect, spyOn, test } from 'bun:test'
import { shareOrCopy } from './share.ts'

const card = { title: 'Uncle Bob', text: 'Smooth operator.', url: 'http://backseat.test/infographic/7' }

const deviceShares = (share: () => Promise<void>) =>
	Object.defineProperty(navigator, 'share', { value: share, configurable: true })

const clipboard = () => spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)

test('a device with a share sheet uses it, and leaves the clipboard alone', async () => {
	const copied = clipboard()
	deviceShares(async () => undefined)

	expect(await shareOrCopy(card)).toBe('shared')
	expect(copied).not.toHaveBeenCalled()
})

test('closing the sheet copies nothing', async () => {
	const copied = clipboard()
	deviceShares(() => Promise.reject(new DOMException('closed', 'AbortError')))

	expect(await shareOrCopy(card)).toBe('dismissed')
	expect(copied).not.toHaveBeenCalled()
})

test('a link that is sent names its sender’s language, if the server has written it into the page', async () => {
	const shared: unknown[] = []
	Object.defineProperty(navigator, 'share', { value: async (what: unknown) => shared.push(what), configurable: true })
	document.documentElement.dataset.linkQuery = '?in=pl'

	await shareOrCopy(card)
	delete document.documentElement.dataset.linkQuery

	expect(shared).toEqual([{ ...card, url: `${card.url}?in=pl` }])
})

test('a share sheet that fails, or none at all, leaves text and address on the clipboard', async () => {
	const copied = clipboard()
	expect(await shareOrCopy(card)).toBe('copied')
	deviceShares(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
	expect(await shareOrCopy({ ...card, text: undefined })).toBe('copied')

	expect(copied.mock.calls).toEqual([['Smooth operator. http://backseat.test/infographic/7'], [card.url]])
})
