import { ToastQueue } from 'react-stately/useToastState'

export type ToastWords = {
	title: string
	description?: string
	variant?: 'default' | 'destructive'
	action?: { label: string; onPress: () => void }
	/** In ms; 5000 by default. */
	duration?: number
	/** For error toasts: a field or notice already shows the text. */
	isOnScreen?: boolean
}

/** Outside React, so that a toast outlives the screen that raised it. */
export const toasts = new ToastQueue<ToastWords>({ maxVisibleToasts: 1 })

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

export function closeToast() {
	toasts.clear()
	setComplaint(null)
}

/**
 * Text of the last error toast, kept on the screen after the toast closes so that people can read at their own pace
 * (StandingComplaint).
 */
let complaint: ToastWords | null = null
const complaintListeners = new Set<() => void>()

function setComplaint(words: ToastWords | null) {
	complaint = words
	for (const listener of complaintListeners) listener()
}

/** Current value and subscribe function, as `useSyncExternalStore` expects. */
export const standingComplaint = {
	get: () => complaint,
	subscribe(listener: () => void) {
		complaintListeners.add(listener)
		return () => {
			complaintListeners.delete(listener)
		}
	},
}

/** Number of taps and key presses so far, and the number when the last toast was raised. */
let acts = 0
let raisedByAct = 0

export function countAct() {
	acts += 1
}

/** Call when another screen opens: only a toast raised by the same act stays. */
export function closeToastOfEarlierAct() {
	if (raisedByAct !== acts) closeToast()
}

/** Call when the cause of an error toast is fixed or about to be. */
export function closeComplaint() {
	if (complaint || toasts.visibleToasts.some(({ content }) => content.variant === 'destructive')) closeToast()
}
