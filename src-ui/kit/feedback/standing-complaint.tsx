import { useSyncExternalStore } from 'react'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { standingComplaint, type ToastWords } from './toast.ts'

/**
 * Keeps the last error toast's text on the page or in the open dialog until it no longer applies. Not a live region,
 * because the toast was announced.
 */
export function StandingComplaint({ isAlone = false }: { isAlone?: boolean }) {
	const complaint = useSyncExternalStore(standingComplaint.subscribe, standingComplaint.get)
	if (!complaint) return null
	return <p className={classNames('complaint', isAlone && 'complaint-alone')}>{inOneLine(complaint)}</p>
}

function inOneLine({ title, description }: ToastWords): string {
	if (!description || title === t('Error')) return description ?? title
	return `${title}${/[\p{L}\p{N}]$/u.test(title) ? '.' : ''} ${description}`
}
