import { useEffect, useEffectEvent } from 'react'

/** Only Chromium has it, and TypeScript's DOM types lack it. */
declare global {
	interface Window {
		CloseWatcher?: new () => { onclose: (() => void) | null; destroy: () => void }
	}
}

/** Lets Android's back gesture close a sheet or menu instead of leaving the page. */
export function useCloseWatcher(isOpen: boolean, onClose: () => void) {
	const close = useEffectEvent(onClose)
	useEffect(() => {
		if (!isOpen || !window.CloseWatcher) return
		const watcher = new window.CloseWatcher()
		watcher.onclose = () => close()
		return () => watcher.destroy()
	}, [isOpen])
}
