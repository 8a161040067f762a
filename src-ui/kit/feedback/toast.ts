import { ToastQueue } from 'react-stately/useToastState'

export type ToastWords = {
	title: string
	description?: string
	variant?: 'default' | 'destructive'
	action?: { label: string; onPress: () => void }
	/** Milliseconds; 5000 unless told. */
	duration?: number
	/** Of a red one: what it says stands at a field or in a notice already. */
	isOnScreen?: boolean
}

/** Outside React, so that a toast can outlive the screen that raised it. ToastViewport shows what is in it. */
export const toasts = new ToastQueue<ToastWords>({ maxVisibleToasts: 1 })

/** Shows one toast; one that is still up gives way. Returns a way to take it down early. */
export function toast(words: ToastWords): () => void {
	closeToast()
	const key = toasts.add(words, { timeout: words.duration ?? 5000 })
	raisedByAct = acts
	if (words.variant === 'destructive' && !words.isOnScreen) setComplaint(words)
	return () => {
		toasts.close(key)
		if (complaint === words) setComplaint(null)
	}
}

/** Takes down whatever is up, and what it has left on the screen. */
export function closeToast() {
	toasts.clear()
	setComplaint(null)
}

/** What the last red toast said. It stays on the screen when the toast is gone: nobody has to be quick (StandingComplaint). */
let complaint: ToastWords | null = null
const complaintListeners = new Set<() => void>()

function setComplaint(words: ToastWords | null) {
	complaint = words
	for (const listener of complaintListeners) listener()
}

/** In the form that React's useSyncExternalStore takes. */
export const standingComplaint = {
	get: () => complaint,
	subscribe(listener: () => void) {
		complaintListeners.add(listener)
		return () => {
			complaintListeners.delete(listener)
		}
	},
}

/** How often a person has tapped or pressed a key, and how often they had when the last toast was raised. */
let acts = 0
let raisedByAct = 0

export function countAct() {
	acts += 1
}

/** Call when another screen opens: a toast stays only if the act that opened it raised it too. */
export function closeToastOfEarlierAct() {
	if (raisedByAct !== acts) closeToast()
}

/** Call when what a red toast complains about is mended, or about to be. */
export function closeComplaint() {
	if (complaint || toasts.visibleToasts.some(({ content }) => content.variant === 'destructive')) closeToast()
}
