import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getUser, listUsers, markRatingsSeen as markSeen, type PublicUser } from '#contract/accounts.ts'
import { addGhost, getHome, type HomeDriver, hideDriver, unhideDriver } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import { AVATAR_IDS } from '#contract/names.ts'
import { rateDriver } from '#contract/ratings.ts'
import { userKeys } from '#ui/features/accounts/accounts.keys.ts'
import type { Session } from '#ui/features/accounts/session/session.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { ratingKeys } from '#ui/features/ratings/ratings.keys.ts'
import { statsKeys } from '#ui/features/stats/stats.keys.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { driverKeys } from './drivers.keys.ts'

const FRESH_MS = 5000
const SUGGESTIONS_MAX = 5
const SUGGESTIONS_MIN_CHARACTERS = 2
const TYPING_PAUSE_MS = 200

/** The home list. Others rate too: opened again it is asked for again. */
export const homeQuery = queryOptions({
	queryKey: driverKeys.home,
	queryFn: () => api.send(getHome),
	staleTime: FRESH_MS,
})

const usersMatching = (text: string, limit: number) => api.send(listUsers, { query: { search: text, limit } })

/**
 * Members whose name contains the text. Waits until the typing pauses; an answer for a text that is no longer there
 * belongs to another key, so it cannot arrive late and be wrong.
 */
export const suggestionsQuery = (typed: string, me: UserId) => {
	const text = typed.trim()
	return queryOptions({
		queryKey: userKeys.search(text, SUGGESTIONS_MAX),
		queryFn: async ({ signal }) => {
			await pause(TYPING_PAUSE_MS, signal)
			// One more than shown, as oneself may be among them.
			return usersMatching(text, SUGGESTIONS_MAX + 1)
		},
		select: (users) => users.filter(({ id }) => id !== me).slice(0, SUGGESTIONS_MAX),
		enabled: text.length >= SUGGESTIONS_MIN_CHARACTERS,
		staleTime: FRESH_MS,
	})
}

const pause = (ms: number, signal: AbortSignal) =>
	new Promise<void>((resolve, reject) => {
		const timer = setTimeout(resolve, ms)
		signal.addEventListener('abort', () => {
			clearTimeout(timer)
			reject(signal.reason)
		})
	})

/** The member with exactly this username, in whatever case. The server lists an exact match first. */
export async function memberNamed(username: string): Promise<PublicUser | null> {
	const users = await usersMatching(username, SUGGESTIONS_MAX)
	return users.find((user) => !user.isGhost && user.username.toLowerCase() === username.toLowerCase()) ?? null
}

const HIDING = ['hide-driver']

/** Takes a driver off the list at once; puts them back if the server refuses. */
export function useHideDriver(me: UserId) {
	const session = useSession()
	const queryClient = useQueryClient()
	return useMutation({
		mutationKey: HIDING,
		mutationFn: (driver: HomeDriver) => api.send(hideDriver, { body: { userId: me, driverId: driver.id } }),
		onMutate: async (driver) => {
			await queryClient.cancelQueries({ queryKey: driverKeys.home })
			return { place: takeOffList(queryClient, driver) }
		},
		onError: (error, driver, context) => {
			if (context) putOnList(queryClient, driver, context.place)
			session.recheckIfRefused(error)
		},
		onSettled: () => refreshLists(queryClient),
	})
}

export function useUnhideDriver(me: UserId) {
	const session = useSession()
	const queryClient = useQueryClient()
	return useMutation({
		mutationKey: HIDING,
		mutationFn: ({ driver }: { driver: HomeDriver; place: number }) => unhide(me, driver.id),
		onMutate: async ({ driver, place }) => {
			await queryClient.cancelQueries({ queryKey: driverKeys.home })
			putOnList(queryClient, driver, place)
		},
		onError: (error, { driver }) => {
			takeOffList(queryClient, driver)
			session.recheckIfRefused(error)
		},
		onSettled: () => refreshLists(queryClient),
	})
}

const unhide = (me: UserId, driverId: UserId) => api.send(unhideDriver, { body: { userId: me, driverId } })

function takeOffList(queryClient: QueryClient, driver: HomeDriver): number {
	const drivers = queryClient.getQueryData(homeQuery.queryKey)?.drivers ?? []
	queryClient.setQueryData(
		homeQuery.queryKey,
		(home) => home && { ...home, drivers: home.drivers.filter(({ id }) => id !== driver.id) },
	)
	return drivers.findIndex(({ id }) => id === driver.id)
}

function putOnList(queryClient: QueryClient, driver: HomeDriver, place: number) {
	queryClient.setQueryData(homeQuery.queryKey, (home) => {
		if (!home || home.drivers.some(({ id }) => id === driver.id)) return home
		return { ...home, drivers: home.drivers.toSpliced(Math.max(0, place), 0, driver) }
	})
}

async function refreshLists(queryClient: QueryClient) {
	// While another one is still on its way, the server's list would show that driver again for a moment.
	if (queryClient.isMutating({ mutationKey: HIDING }) > 1) return
	await Promise.all([
		queryClient.invalidateQueries({ queryKey: driverKeys.home }),
		queryClient.invalidateQueries({ queryKey: userKeys.all }),
	])
}

/** Adds somebody who is not on Backseat yet. */
export function useAddGhost() {
	const session = useSession()
	const queryClient = useQueryClient()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: ({ name, me }: { name: string; me: UserId }) =>
			api.send(addGhost, {
				body: { username: name, email: null, avatarId: randomAvatarId(), creatorId: me },
			}),
		// Not awaited: the way to the rating screen does not depend on the lists.
		onSuccess: () => void refreshLists(queryClient),
		onError: session.recheckIfRefused,
	})
}

const randomAvatarId = () => AVATAR_IDS[Math.floor(Math.random() * AVATAR_IDS.length)]

/** What to throw when the server no longer knows the one who adds: they recreate their account first. */
const ACCOUNT_LOST = 'This account is no longer known here'
export const isAccountLost = (error: unknown) => error instanceof Error && error.message === ACCOUNT_LOST

/** Adds somebody who is on Backseat: unhides them, and gives the default rating that a first real one replaces. */
export function useAddMember() {
	const session = useSession()
	const queryClient = useQueryClient()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async ({ driver, me }: { driver: PublicUser; me: UserId }) => {
			if (!(await orNull(api.send(getUser, { params: { id: me } })))) throw new Error(ACCOUNT_LOST)
			await unhide(me, driver.id).catch((error: unknown) => console.warn('Still hidden', error))
			await api.send(rateDriver, { body: { driverId: driver.id, raterId: me, ...DEFAULT_RATING } })
			return driver
		},
		onSuccess: () => {
			void refreshLists(queryClient)
			void queryClient.invalidateQueries({ queryKey: ratingKeys.all })
			void queryClient.invalidateQueries({ queryKey: statsKeys.all })
		},
		onError: (error) => (isAccountLost(error) ? session.recheck() : session.recheckIfRefused(error)),
	})
}

const DEFAULT_RATING = {
	rideQuality: 'smooth',
	safetyFeeling: 'safe',
	vibeQuality: 'good',
	starRating: 5,
	isPlaceholder: true,
} as const

/** A failure is only logged: the popup comes again. */
export async function markRatingsSeen(session: Session, me: UserId) {
	try {
		await api.send(markSeen, { params: { id: me } })
		await session.recheck()
	} catch (error) {
		console.warn('The new rating stays unseen', error)
	}
}
