import type { ReactNode } from 'react'
import { Receipt } from '#look/receipt.tsx'

/*
 * A receipt that begins in a page's lead and goes on in its content: one piece of paper on phones, and on laptops two,
 * one in each column.
 */

export function ReceiptStart({ children, torn = 'both' }: { children: ReactNode; torn?: 'bottom' | 'both' }) {
	return (
		<Receipt torn={torn} className="receipt-start">
			{children}
		</Receipt>
	)
}

/** Begins with a ReceiptRule, which is there on phones only: on laptops nothing is above it. */
export function ReceiptRest({ children }: { children: ReactNode }) {
	return (
		<Receipt torn="both" className="receipt-rest">
			{children}
		</Receipt>
	)
}
