import { afterEach, expect, test } from 'bun:test'
import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { createQueryClient } from './query-client.ts'

test('nothing goes stale by itself, nothing is tried twice, and coming back to the tab asks for nothing [spec 9.24]', () => {
	const { queries, mutations } = createQueryClient().getDefaultOptions()
	expect(queries).toMatchObject({ staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false })
	expect(mutations).toMatchObject({ retry: false })
})

afterEach(() => onlineManager.setOnline(true))

test('what failed is asked for again when the network is back, also in a page that was opened without one; nothing else is [spec 9.24]', async () => {
	Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
	const client = createQueryClient()
	Reflect.deleteProperty(navigator, 'onLine')
	client.mount()
	let isThere = false
	const asked: string[] = []
	const ask = (name: string, fails: () => boolean) => {
		const queryFn = async () => {
			asked.push(name)
			if (fails()) throw new TypeError('Failed to fetch')
			return name
		}
		return new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => undefined)
	}
	const unsubscribe = [ask('failed', () => !isThere), ask('here', () => false)]
	await Bun.sleep(0)
	expect(asked).toEqual(['failed', 'here'])

	isThere = true
	onlineManager.setOnline(true)
	await Bun.sleep(0)

	expect(asked).toEqual(['failed', 'here', 'failed'])
	expect(client.getQueryData<string>(['failed'])).toBe('failed')
	for (const end of unsubscribe) end()
	client.unmount()
})
