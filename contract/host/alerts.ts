import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_NOW } from '#contract/call-docs.ts'
import { Moment } from '#contract/ids.ts'

/** `missed` lists the services that did not receive the last alert. */
export const HostAlerts = v.object({
	/** Only the names of the services, because the addresses contain tokens. */
	to: v.array(v.string()),
	lastAt: v.nullable(Moment),
	missed: v.array(v.string()),
})
export type HostAlerts = v.InferOutput<typeof HostAlerts>

export const ringBell = call({
	method: 'POST',
	path: '/host/alerts/test',
	who: 'host',
	isConfirmed: true,
	answers: { 200: HostAlerts },
	docs: () => ({
		tag: 'Host',
		summary: 'Send a test alert',
		description: 'To every address where the operator is told of troubles; three times an hour, all hosts together.',
		answers: {
			200: 'It arrived everywhere.',
			403: NOT_NOW,
			404: 'The operator wants no alerts.',
			503: 'It did not arrive everywhere (`alert_missed`); the message says where not, and why.',
		},
	}),
})
