import { useEffect } from 'react'

/** Names the browser tab: '{screen} · Backseat'. */
export function PageTitle({ children }: { children: string }) {
	useEffect(() => {
		document.title = `${children} · Backseat`
	}, [children])
	return null
}
