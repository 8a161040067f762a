import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { type Login, OwnUser, type SignUp, VisibleUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { Instance } from '#contract/instance.ts'
import type { ForgotPassword } from '#contract/password-resets.ts'
import { Average, DriverRating } from '#contract/ratings.ts'
import { track } from '#ui/features/analytics/track.ts'
import { toast } from '#ui/kit/toast.tsx'
import { api, orNull } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { finishPendingLogout, recheckSessionIfRefused, signedIn } from './session.ts'

/** Other people change these: opening a screen again asks again, opening it twice at once does not. */
const FRESH_MS = 2000

export const userQuery = (id: UserId) =>
	queryOptions({
		queryKey: ['/api/users', id],
		queryFn: async () => (id === 0 ? null : orNull(api.get(`/api/users/${id}`, VisibleUser))),
		staleTime: FRESH_MS,
	})

export const averageQuery = (driverId: UserId) =>
	queryOptions({
		queryKey: ['/api/ratings/driver', driverId, 'average'],
		queryFn: () => api.get(`/api/ratings/driver/${driverId}/average`, Average),
		staleTime: FRESH_MS,
	})

export const latestRatingQuery = (driverId: UserId) =>
	queryOptions({
		queryKey: ['/api/ratings/driver', driverId, 'latest'],
		queryFn: async () => (await api.get(`/api/ratings/driver/${driverId}?limit=1`, v.array(DriverRating)))[0] ?? null,
		staleTime: FRESH_MS,
	})

/** Everything a profile shows; stops at the first answer when there is nobody, or somebody else to go to. */
export async function loadProfile(queryClient: QueryClient, id: UserId) {
	const user = await queryClient.ensureQueryData(userQuery(id))
	if (!user || user.claimedById) return
	await Promise.all([queryClient.ensureQueryData(averageQuery(id)), queryClient.ensureQueryData(latestRatingQuery(id))])
}

export const instanceQuery = queryOptions({
	queryKey: ['/api/instance'],
	queryFn: () => api.get('/api/instance', Instance),
})

export function useLogIn() {
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (login: Login) => {
			await finishPendingLogout()
			return api.post('/api/login', login, OwnUser)
		},
		onSuccess: (user) => welcome(user),
	})
}

/** `register` is for somebody whom the server no longer knows; the account is made the same way. */
export function useSignUp(path: '/api/users' | '/api/register' = '/api/users') {
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (signUp: SignUp) => {
			await finishPendingLogout()
			return api.post(path, signUp, OwnUser)
		},
		onSuccess: (user) => {
			track('account_created', { user_id: user.id, user_name: user.username })
			welcome(user)
		},
	})
}

export function welcome(user: OwnUser, title = 'Welcome!') {
	signedIn(user)
	track('logged_in', { user_id: user.id, user_name: user.username })
	toast({ title, description: `You've successfully logged in as ${user.username}` })
}

/** Always answered alike: nobody learns who has an account, or an address. */
export function useForgotPassword() {
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (forgot: ForgotPassword) => api.post('/api/forgot-password', forgot, v.unknown()),
	})
}

export function useRename(id: UserId) {
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (username: string) => api.put(`/api/users/${id}`, { username, display_name: username }, OwnUser),
		onSuccess: (user, _username, _context, { client }) => {
			client.setQueryData(userQuery(id).queryKey, user)
			signedIn(user)
			toast({ title: 'Username updated' })
		},
		onError: recheckSessionIfRefused,
	})
}
