import { STICKER_WORDS } from '#contract/replies.ts'
import type { Sticker } from '#contract/stickers.ts'

export type AnswerOnRowProps = { answer: Sticker }

export const AnswerOnRow = ({ answer }: AnswerOnRowProps) => <strong>{`Answered: ${STICKER_WORDS[answer]()}`}</strong>
