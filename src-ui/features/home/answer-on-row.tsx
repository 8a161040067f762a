import type { Sticker } from '#contract/ratings.ts'
import { STICKER_WORDS } from '#contract/replies.ts'

export type AnswerOnRowProps = { answer: Sticker }

export const AnswerOnRow = ({ answer }: AnswerOnRowProps) => <strong>{`Answered: ${STICKER_WORDS[answer]}`}</strong>
