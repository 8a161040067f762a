import type { Month } from '#contract/ids.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { CrossIcon } from '#ui/kit/icons.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import { putReceiptAway } from '#ui/platform/storage.ts'

export type PrintedNoteProps = { month: Month; onPutAway: (month: Month) => void }

/** Offers the previous month's receipt during the first week of a month. */
export function PrintedNote({ month, onPutAway }: PrintedNoteProps) {
	const name = dayInWords(`${month}-01`, { month: 'long' })
	const putAway = () => {
		putReceiptAway(month)
		document.getElementById('main')?.focus({ preventScroll: true })
		onPutAway(month)
	}
	return (
		<>
			<BareLink to="/receipts/$month" params={{ month }} className="printed-link">
				{name} is printed. <span aria-hidden="true">→</span>
			</BareLink>
			<IconButton label={`Put ${name} away`} onPress={putAway}>
				<CrossIcon />
			</IconButton>
		</>
	)
}
