type Rule = {
	/** Covers DNS, connection and the complete response. */
	timeoutMs: number
	bodyMaxBytes: number
	/**
	 * `any`: the operator typed the address, and it may be in their own network. `public`: a third party chose it, so only
	 * internet addresses are allowed. `as named`: chosen by a server that the operator named; a different host must be public
	 * or in the same kind of network as the named one.
	 */
	addresses: 'any' | 'public' | 'as named'
}

const ANSWER_MAX_BYTES = 64 * 1024

/** Every purpose of an outgoing request. None follows redirects. Add new purposes here (docs/threat-model.md, T70). */
export const PURPOSES = {
	provider: { timeoutMs: 5000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'as named' },
	push: { timeoutMs: 10_000, bodyMaxBytes: 0, addresses: 'public' },
	alert: { timeoutMs: 10_000, bodyMaxBytes: 0, addresses: 'any' },
	analytics: { timeoutMs: 10_000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
	newVersion: { timeoutMs: 10_000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
	doctor: { timeoutMs: 10_000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
	health: { timeoutMs: 3000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
	certificate: { timeoutMs: 10_000, bodyMaxBytes: 0, addresses: 'any' },
	/** One message to the mail server; `bodyMaxBytes` applies to each of its responses. */
	mail: { timeoutMs: 60_000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
} as const satisfies Record<string, Rule>

export type Purpose = keyof typeof PURPOSES

export const noAnswerWithin = (timeoutMs: number) => `no answer within ${timeoutMs / 1000} seconds`
