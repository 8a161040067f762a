import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getUser } from '#contract/accounts.ts'
import { addGhost, listUsers } from '#contract/drivers.ts'
import { foldedName } from '#contract/folded-name.ts'
import type { UserId } from '#contract/ids.ts'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { rateDriver } from '#contract/ratings.ts'
import { FRESH_MS, refreshLists } from '#ui/features/drivers/drivers.api.ts'
import { unhide } from '#ui/features/drivers/hidden-drivers.api.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { statsKeys } from '#ui/platform/query-keys/stats.keys.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'

const SUGGESTIONS_MAX = 5
const SUGGESTIONS_MIN_CHARACTERS = 2
const LOOK_UP_MAX = 50
const TYPING_PAUSE_MS = 200

const usersMatching = (text: string, limit: number) => api.send(listUsers, { query: { search: text, limit } })

/**
 * Members whose name contains the text, after a typing pause. The key contains the text, so a late response cannot
 * replace a newer one.
 */
export const suggestionsQuery = (typed: string, me: UserId) => {
	const text = typed.trim()
	return queryOptions({
		queryKey: userKeys.search(text, SUGGESTIONS_MAX),
		queryFn: async ({ signal }) => {
			await pause(TYPING_PAUSE_MS, signal)
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

export type LookUp = { user: PublicUser | null; similar: PublicUser[] }

/**
 * The member with exactly this username, or the only one with this display name, ignoring case and accents. The server
 * lists an exact username first.
 */
export async function lookUpMember(name: string): Promise<LookUp> {
	const wanted = foldedName(name)
	const members = (await usersMatching(name, LOOK_UP_MAX)).filter(({ isGhost }) => !isGhost)
	const namesakes = members.filter(({ display_name }) => foldedName(display_name ?? '') === wanted)
	const user =
		members.find(({ username }) => username.toLowerCase() === wanted) ?? (namesakes.length === 1 ? namesakes[0] : null)
	return { user: user ?? null, similar: members }
}

export function useAddGhost() {
	const session = useSession()
	const queryClient = useQueryClient()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: ({ name, avatarId, me }: { name: string; avatarId: number; me: UserId }) =>
			api.send(addGhost, {
				body: { username: name, email: null, avatarId, creatorId: me },
			}),
		// Not awaited, because the rating screen does not depend on the lists.
		onSuccess: () => void refreshLists(queryClient),
		onError: session.recheckIfRefused,
	})
}

/** Thrown when the server no longer knows the member's account, who must recreate it first. */
const ACCOUNT_LOST = 'This account is no longer known here'
export const isAccountLost = (error: unknown) => error instanceof Error && error.message === ACCOUNT_LOST

/** Unhides the member and gives the default rating, which the first real rating replaces. */
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

const DEFAULT_RATING = { ...ALL_GOOD, starRating: 5, isPlaceholder: true }
