import type { Month } from '#contract/ids.ts'
import { useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { ShareButton } from '#ui/kit/sharing/sharing-buttons.tsx'
import { monthInWords } from './award-words.ts'

export function SendReceipt({ month, label }: { month: Month; label: string }) {
	const { address } = useAddressForOthers()
	const when = monthInWords(month)
	return (
		<ShareButton
			label={label}
			whatToShare={() => ({
				title: `The back seat's receipt of ${when}`,
				text: `The back seat's receipt of ${when}:`,
				url: `${address}/receipts/${month}`,
			})}
		/>
	)
}
