import type { Month } from '#contract/ids.ts'
import { monthToChat } from '#ui/features/sent/addressees.ts'
import { SendButton } from '#ui/features/sent/send-button.tsx'
import { monthInWords } from './award-words.ts'

export const SendReceipt = ({ month, label }: { month: Month; label: string }) => (
	<SendButton isBlock label={label} to={[monthToChat(month, monthInWords(month))]} />
)
