import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getInstance } from '#contract/instance.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { api, basePath } from '#ui/platform/api-client.ts'
import { instanceKeys } from './instance.api.ts'

/** What links begin with that are sent to others: base path included, no slash at the end. */
type AddressForOthers = {
	address: string
	/** Nobody but this machine can open the address. */
	isThisMachineOnly: boolean
}

/** Whether the address means 'this machine': nobody else can open such a link. */
export const isThisMachineOnly = (hostname = location.hostname): boolean =>
	hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)

/**
 * Links are made from where this browser found the app, so that they lead where the app can be found. Only at an address
 * of this machine alone the server is asked for a better one: it may have a public one, or let the network in.
 */
export const addressForOthersQuery = queryOptions({
	queryKey: instanceKeys.addressForOthers,
	queryFn: async ({ client, queryKey }): Promise<AddressForOthers> => {
		const here = `${location.origin}${basePath}`
		if (!isThisMachineOnly()) return { address: here, isThisMachineOnly: false }
		try {
			const { publicUrl } = await api.send(getInstance)
			const isBetter = publicUrl !== null && !isThisMachineOnly(new URL(publicUrl).hostname)
			return isBetter ? { address: publicUrl, isThisMachineOnly: false } : { address: here, isThisMachineOnly: true }
		} catch (error) {
			// Without an answer the link stays: what was known stays after any failed query.
			if (client.getQueryData(queryKey) !== undefined) throw error
			return { address: here, isThisMachineOnly: true }
		}
	},
	staleTime: 2000,
	// The desktop app restarts its server to let the network in; the window may have the focus back before that is over.
	retry: 3,
	retryDelay: 1000,
})

/** Asked for again when the screen opens and when the window gets the focus back: the network may have been let in. */
export function useAddressForOthers(): AddressForOthers {
	const { data, refetch } = useSuspenseQuery(addressForOthersQuery)
	useEffect(() => {
		// The queries' own watch sees a hidden tab come back, but no window that was only behind another one.
		const askAgain = () => void refetch({ cancelRefetch: false })
		window.addEventListener('focus', askAgain)
		return () => window.removeEventListener('focus', askAgain)
	}, [refetch])
	return data
}

/** Beside a link for others that begins with an address of this machine. */
export function OnlyThisComputer() {
	return (
		<Notice tone="info" title="Only this computer can open this link">
			You are using Backseat at {location.hostname}. For a link that works elsewhere, this computer has to be on a
			network and let it in: 'Let the car in' in the desktop app, or --lan on the command line.
		</Notice>
	)
}
