import type { ReactNode } from 'react'
import { Receipt } from '#look/receipt.tsx'

/* One receipt split between a page's lead and content: a single slip on phones, two on laptops. */

export function ReceiptStart({ children, torn = 'both' }: { children: ReactNode; torn?: 'bottom' | 'both' }) {
	return (
		<Receipt torn={torn} className="receipt-start">
			{children}
		</Receipt>
	)
}

/** Starts with a ReceiptRule, which is visible only on phones. */
export function ReceiptRest({ children }: { children: ReactNode }) {
	return (
		<Receipt torn="both" className="receipt-rest">
			{children}
		</Receipt>
	)
}

export function Barcode({ seed }: { seed: string }) {
	const { path, width } = bars(seed)
	return (
		<svg aria-hidden="true" className="barcode" viewBox={`0 0 ${width} 10`} preserveAspectRatio="none">
			<path d={path} fill="currentColor" shapeRendering="crispEdges" />
		</svg>
	)
}

function bars(seed: string): { path: string; width: number } {
	// FNV-1a seeds a linear congruential generator, so bars are equal on every machine.
	let state = 2166136261
	for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619)
	const next = (sides: number) => {
		state = Math.imul(state, 1664525) + 1013904223
		return (state >>> 16) % sides
	}
	let path = ''
	let x = 0
	for (let bar = 0; bar < 42; bar++) {
		const width = 1 + next(3)
		path += `M${x} 0h${width}v10h-${width}z`
		x += width + 1 + next(2)
	}
	return { path, width: x }
}

type TwoColourBarProps = {
	/** Says the percent. */
	goodLabel: string
	badLabel: string
	goodPercent: number
}

export function TwoColourBar({ goodLabel, badLabel, goodPercent }: TwoColourBarProps) {
	return (
		<div className="two-colours">
			<div className="receipt-line">
				<span>{goodLabel}</span>
				<span aria-hidden="true" className="receipt-leader" />
				<span className="text-muted">{badLabel}</span>
			</div>
			<div aria-hidden="true" className="two-colour-bar">
				<span style={{ flexGrow: goodPercent }} className="bg-mint" />
				<span style={{ flexGrow: 100 - goodPercent }} className="bg-brake" />
			</div>
		</div>
	)
}
