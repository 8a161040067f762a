import * as v from 'valibot'

// Not part of ratings.ts, whose calls home would load with it.

export const Sticker = v.picklist(
	['fair', 'rain', 'music', 'traffic', 'coffee', 'learning', 'thanks', 'again'],
	'Please choose a sticker',
)
export type Sticker = v.InferOutput<typeof Sticker>
