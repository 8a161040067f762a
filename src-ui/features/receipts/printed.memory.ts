import * as v from 'valibot'
import type { Month, UserId } from '#contract/ids.ts'
import { basePath } from '#ui/platform/api-client.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'

type Printing = { reader: UserId; month: Month; isSoFar: boolean }

/** One origin can host two instances. */
const KEY = `printed${basePath}`
const KEPT_MAX = 50

/** A month that was read before its end is printed anew when it is over. */
const entryOf = ({ reader, month, isSoFar }: Printing) => `${reader} ${month}${isSoFar ? ' so far' : ''}`
const entries = () => remembered('localStorage', KEY, v.array(v.string())) ?? []

/** True if this member has seen the printing animation of the month in this browser. */
export const hasBeenPrinted = (printing: Printing): boolean => entries().includes(entryOf(printing))

export function notePrinted(printing: Printing) {
	const entry = entryOf(printing)
	const others = entries().filter((one) => one !== entry)
	remember('localStorage', KEY, [entry, ...others].slice(0, KEPT_MAX))
}
