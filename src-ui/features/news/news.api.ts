import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import {
	askForEmailCheck,
	changeNews,
	getNews,
	type NewsChoice,
	stopNews,
	testNews,
	verifyEmail,
} from '#contract/news.ts'
import { api } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'
import { followSession } from './follow-session.ts'
import { obstacleToPush, repairSubscription, stopPush, subscribePush } from './push-subscription.ts'

const newsKeys = {
	of: (id: UserId) => ['news', id] as const,
	thisPhone: (id: UserId) => ['news', id, 'this-phone'] as const,
	change: ['news', 'change'] as const,
}

/** Refetched on focus: the member may return from the verification mail or from the browser's settings. */
const OTHERS_CHANGE_IT = { staleTime: 2000, refetchOnWindowFocus: true }

export const newsQuery = (id: UserId) =>
	queryOptions({
		queryKey: newsKeys.of(id),
		queryFn: () => api.send(getNews, { params: { id } }),
		...OTHERS_CHANGE_IT,
	})

/** Push state of this browser for this member, or the obstacle. */
export const pushStateQuery = (id: UserId, publicKey: string) =>
	queryOptions({
		queryKey: newsKeys.thisPhone(id),
		queryFn: () => repairSubscription(id, publicKey),
		...OTHERS_CHANGE_IT,
	})

/** IANA name. The daily slot is in the member's local time. */
export const timeZoneHere = () => new Intl.DateTimeFormat('en').resolvedOptions().timeZone

/** Arrow keys step through every half hour, so wait for the final value. */
const SETTLE_MS = 300

type NewsChange = Partial<Omit<NewsChoice, 'timeZone'>>

const pendingChanges = (client: QueryClient) =>
	client
		.getMutationCache()
		.findAll({ mutationKey: newsKeys.change, status: 'pending' })
		.map(({ state }) => state.variables as NewsChange)

export function useChangeNews(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: newsKeys.change,
		mutationFn: async (change: NewsChange, { client }) => {
			await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
			const pending = pendingChanges(client)
			const later = pending.slice(pending.indexOf(change) + 1)
			if (later.some((other) => Object.keys(change).every((key) => key in other))) return
			await sendNews(client, id, Object.assign({}, ...pending))
		},
		onError: session.recheckIfRefused,
	})
}

async function sendNews(client: QueryClient, id: UserId, change: NewsChange) {
	const { rhythm, minute, mail } = await client.ensureQueryData(newsQuery(id))
	const body = { rhythm, minute, mail, ...change, timeZone: timeZoneHere() }
	client.setQueryData(newsQuery(id).queryKey, await api.send(changeNews, { params: { id }, body }))
}

/**
 * Returns the browser's permission; 'default' means that the member dismissed the prompt. Switching off prompts for
 * nothing.
 */
export function usePushSwitch(id: UserId, publicKey: string) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (isToRing: boolean, { client }): Promise<NotificationPermission> => {
			if (!isToRing) {
				await stopPush(id)
				return 'granted'
			}
			// Runs first, because browsers only prompt during a tap.
			const permission = await Notification.requestPermission()
			if (permission !== 'granted') return permission
			const { rhythm } = await client.fetchQuery(newsQuery(id))
			if (rhythm === 'never') await sendNews(client, id, { rhythm: 'evenings' })
			await subscribePush(id, publicKey)
			followSession({ queryClient: client, session }, { isLookedAt: true })
			return permission
		},
		onSuccess: (permission, isToRing, _context, { client }) => {
			const ringing = isToRing && permission === 'granted' ? 'rings' : (obstacleToPush() ?? 'silent')
			client.setQueryData(pushStateQuery(id, publicKey).queryKey, ringing)
		},
		onError: session.recheckIfRefused,
	})
}

export function useTestNews(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: () => api.send(testNews, { params: { id } }),
		onError: session.recheckIfRefused,
	})
}

export function useAskForEmailCheck(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: () => api.send(askForEmailCheck, { params: { id } }),
		onError: session.recheckIfRefused,
	})
}

export const useVerifyEmail = (token: string) =>
	useMutation({ mutationKey: SENT_FORM, mutationFn: () => api.send(verifyEmail, { params: { token } }) })

export const useStopNews = (token: string) =>
	useMutation({ mutationKey: SENT_FORM, mutationFn: () => api.send(stopNews, { query: {}, body: { token } }) })
