import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getInstance } from '#contract/instance.ts'
import { t } from '#contract/text.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { T } from '#ui/kit/t.tsx'
import { api, basePath } from '#ui/platform/api-client.ts'
import { instanceKeys } from './instance.api.ts'

/** Start of links that are sent to others: includes the base path, without a trailing slash. */
type AddressForOthers = {
	address: string
	isThisMachineOnly: boolean
}

export const isThisMachineOnly = (hostname = location.hostname): boolean =>
	hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)

/**
 * Links use the address at which this browser found the app. Only on localhost is the server queried for a better one:
 * a public address, or one on the local network.
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
			// If the request fails, keep the known link, as other queries do.
			if (client.getQueryData(queryKey) !== undefined) throw error
			return { address: here, isThisMachineOnly: true }
		}
	},
	staleTime: 2000,
	// The desktop app restarts its server to open the local network, and the window may regain focus before that is
	// finished.
	retry: 3,
	retryDelay: 1000,
})

/** Refetched on mount and on window focus, because the operator may have opened the local network. */
export function useAddressForOthers(): AddressForOthers {
	const { data, refetch } = useSuspenseQuery(addressForOthersQuery)
	useEffect(() => {
		// TanStack Query refetches when a hidden tab becomes visible, but not when a visible window regains focus.
		const askAgain = () => void refetch({ cancelRefetch: false })
		window.addEventListener('focus', askAgain)
		return () => window.removeEventListener('focus', askAgain)
	}, [refetch])
	return data
}

/** `what` is what no other device can open. */
export function OnlyThisComputer({ what = 'link' }: { what?: 'link' | 'backseat' }) {
	const title =
		what === 'link' ? t('Only this computer can open this link') : t('Only this computer can open this Backseat')
	return (
		<Notice tone="info" title={title}>
			{/* Translators: 'Let the car in' is a page of the desktop app, translated there */}
			<T
				text="You are using Backseat at {host}. For a link that works elsewhere, this computer has to be on a network and let it in: 'Let the car in' in the desktop app, or {option} on the command line."
				host={location.hostname}
				option={<span className="whitespace-nowrap">--lan</span>}
			/>
		</Notice>
	)
}
