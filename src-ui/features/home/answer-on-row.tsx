import { STICKER_WORDS } from '#contract/replies.ts'
import type { Sticker } from '#contract/stickers.ts'
import { t } from '#contract/text.ts'

export type AnswerOnRowProps = { answer: Sticker }

export const AnswerOnRow = ({ answer }: AnswerOnRowProps) => (
	// Translators: of a driver, in place of the summary below the name
	<strong>{t('Answered: {answer}', { answer: STICKER_WORDS[answer]() })}</strong>
)
