import type { SignedInUser } from '#contract/accounts.ts'
import type { AddressParts, Call, Output } from '#contract/call.ts'
import type { To } from './frame.ts'
import type { Html } from './html.ts'

/** All that the server knows when it writes a page. */
export type Visit = {
	/** The end of the path, such as the id of `/rating/7`. */
	named: string
	search: URLSearchParams
	/** Null for a signed-out browser. */
	member: SignedInUser | null
	hasGuestRatings: boolean
	/** An answer that the page carries; null without it. */
	answer<C extends Call>(call: C, parts?: AddressParts<C>): Output<C> | null
	/** The address of a path of the browser app, below the base path. */
	to: To
}

/** Null if this visit is better served by the browser app alone. */
export type FirstScreen = (visit: Visit) => Html | null
