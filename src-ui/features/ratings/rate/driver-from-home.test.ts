import { afterEach, expect, test } from 'bun:test'
import { userQuery } from '#ui/features/accounts/accounts.api.ts'
import { driverKeys } from '#ui/features/drivers/drivers.keys.ts'
import { bob } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { deadNetwork, fakeServer, forgetEverything } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { takeDriverFromHome } from './driver-from-home.ts'

afterEach(forgetEverything)

function homeWithBob() {
	const { queryClient } = openedApp()
	queryClient.setQueryData(driverKeys.home, {
		hasAccount: true,
		drivers: [{ ...bob, averageStar: 3.5, totalRides: 2 }],
	})
	return queryClient
}

test('a driver on the home list is known at once, and the server is asked all the same', async () => {
	const server = fakeServer({ 'GET /api/users/7': [200, { ...bob, display_name: 'Bob' }] })
	const queryClient = homeWithBob()
	takeDriverFromHome(queryClient, 7)
	expect(queryClient.getQueryData<object>(userQuery(7).queryKey)).toEqual(bob)

	await queryClient.prefetchQuery(userQuery(7))
	expect(server.calls()).toEqual(['GET /api/users/7'])
	takeDriverFromHome(queryClient, 7)
	expect(queryClient.getQueryData(userQuery(7).queryKey)).toMatchObject({ display_name: 'Bob' })
})

test('without network they stay known; others are not made up', async () => {
	fakeServer({ 'GET /api/users/7': deadNetwork })
	const queryClient = homeWithBob()
	takeDriverFromHome(queryClient, 7)
	takeDriverFromHome(queryClient, 8)
	await queryClient.prefetchQuery(userQuery(7))
	expect(queryClient.getQueryData<object>(userQuery(7).queryKey)).toEqual(bob)
	expect(queryClient.getQueryData(userQuery(8).queryKey)).toBeUndefined()
})
