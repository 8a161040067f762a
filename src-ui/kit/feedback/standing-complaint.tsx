import { useSyncExternalStore } from 'react'
import { classNames } from '#look/class-names.ts'
import { standingComplaint, type ToastWords } from './toast.ts'

/**
 * What the last red toast said, for as long as it is true: at the actions of the page, or in the dialog that is open. The
 * toast has been read out, so this is not.
 */
export function StandingComplaint({ isAlone = false }: { isAlone?: boolean }) {
	const complaint = useSyncExternalStore(standingComplaint.subscribe, standingComplaint.get)
	if (!complaint) return null
	return <p className={classNames('complaint', isAlone && 'complaint-alone')}>{inOneLine(complaint)}</p>
}

/** 'Error' says nothing that the sentence after it does not. */
function inOneLine({ title, description }: ToastWords): string {
	if (!description || title === 'Error') return description ?? title
	return `${title}${/\w$/.test(title) ? '.' : ''} ${description}`
}
