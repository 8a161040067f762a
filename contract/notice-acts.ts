import * as v from 'valibot'
import { call } from './call.ts'
import { NOTICE_KINDS } from './notices.ts'

// Not part of notices.ts, which the first screen loads.

export const putNoticeAway = call({
	method: 'POST',
	path: '/home/notices/:kind/put-away',
	who: 'visitor-or-member',
	params: v.object({ kind: v.picklist(NOTICE_KINDS) }),
	/** Without `id` the occurrence that is due now is put away. */
	body: v.object({ id: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Drivers',
		summary: 'Put away a notice of home',
		description:
			'For me on all my devices; a guest by cookie. A new answer, trip or month is announced again. Without session and cookie it has no effect.',
		answers: { 204: 'It is put away, or was not due.', 400: 'There is no such kind of notice.' },
		params: { kind: 'The kind of the notice.' },
	}),
})
