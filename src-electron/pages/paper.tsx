import type { ReactNode } from 'react'

/** Thermal paper: it stays paper in the dark, torn off below and held by road tape. */
export function Receipt({ children, kind }: { children: ReactNode; kind?: 'log' | 'lan' }) {
	return (
		<div className={kind === 'log' ? 'receipt-stuck receipt-log' : 'receipt-stuck'}>
			<div className={kind === 'lan' ? 'receipt lan-receipt' : 'receipt'}>{children}</div>
		</div>
	)
}

/** `label ........ value`. Several of them go inside one `<dl className="receipt-lines">`. */
export function ReceiptLine({ label, value }: { label: string; value: string }) {
	return (
		<div className="receipt-line">
			<dt>{label}</dt>
			<dd className="receipt-leader" aria-hidden="true" />
			<dd>{value}</dd>
		</div>
	)
}

/** A licence plate. Long names get smaller, then wrap; none is cut. */
export function Plate({ children }: { children: string }) {
	return (
		<span className="plate" data-length={lengthClass(children.length)}>
			<span className="plate-name">{children}</span>
		</span>
	)
}

function lengthClass(length: number): 'short' | 'medium' | 'long' | 'endless' {
	if (length <= 12) return 'short'
	if (length <= 18) return 'medium'
	return length <= 28 ? 'long' : 'endless'
}
