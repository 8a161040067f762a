import * as v from 'valibot'
import { STICKER } from './field-messages.ts'

// Not part of ratings.ts, whose calls home would load with it.

export const Sticker = v.picklist(
	['fair', 'rain', 'music', 'traffic', 'coffee', 'learning', 'thanks', 'again'],
	STICKER,
)
export type Sticker = v.InferOutput<typeof Sticker>
