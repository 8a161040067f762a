import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ReceiptProps = {
	children: ReactNode
	torn?: 'top' | 'bottom' | 'both'
	className?: string
}

/** Thermal paper keeps the light theme, with all its contents, in the dark theme too. */
export function Receipt({ children, torn = 'bottom', className }: ReceiptProps) {
	return (
		<div className="receipt-stuck">
			<div className={classNames('receipt', `receipt-torn-${torn}`, className)}>{children}</div>
		</div>
	)
}

export function ReceiptLine({ label, value }: { label: ReactNode; value: ReactNode }) {
	return (
		<div className="receipt-line">
			<dt>{label}</dt>
			<span aria-hidden="true" className="receipt-leader" />
			<dd>{value}</dd>
		</div>
	)
}

export function ReceiptLines({ children, className }: { children: ReactNode; className?: string }) {
	return <dl className={classNames('receipt-lines', className)}>{children}</dl>
}

export function ReceiptRule() {
	return <hr className="receipt-rule" />
}
