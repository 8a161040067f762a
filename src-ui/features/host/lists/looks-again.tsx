import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

/**
 * In a dialog over a list: the list is asked for once the dialog is gone and the focus is back in the list, whatever was
 * done or refused meanwhile. A button that goes with its row must not take the focus along before it has it back.
 */
export function LooksAgain({ onClosed }: { onClosed: () => void }) {
	const queryClient = useQueryClient()
	const lookAgain = useEffectEvent(() => {
		onClosed()
		void queryClient.invalidateQueries({ queryKey: ['host'] })
	})
	useEffect(() => () => lookAgain(), [])
	return null
}
