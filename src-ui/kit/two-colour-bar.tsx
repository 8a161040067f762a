export type TwoColourBarProps = {
	goodLabel: string
	badLabel: string
	/** A whole number, 0 to 100. */
	goodPercent: number
}

/** '92% Smooth' over a bar that is mint as far as that, and red for the rest. */
export function TwoColourBar({ goodLabel, badLabel, goodPercent }: TwoColourBarProps) {
	return (
		<div className="flex flex-col gap-1">
			<div className="receipt-line">
				<span>
					{goodPercent}% {goodLabel}
				</span>
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
