/** What limits a request that leaves the server. */
type Rule = {
	/** For name look-up, connection and the whole answer together. */
	timeoutMs: number
	/** How much of the answer's body is read; 0 reads none of it. */
	bodyMaxBytes: number
	/**
	 * Where it may lead. `any`: the operator typed the address, and it may be in their own network. `public`: somebody else
	 * chose it, so only addresses of the internet. `as named`: a server that the operator named chose it; a host other than
	 * the named one must be public, or in the same kind of network as the named one.
	 */
	addresses: 'any' | 'public' | 'as named'
}

const ANSWER_MAX_BYTES = 64 * 1024

/**
 * Every reason for which this server sends a request. None follows a redirect. A new reason is a row here
 * (docs/threat-model.md, T70).
 */
export const PURPOSES = {
	/** Discovery, keys, tokens and userinfo of the OpenID provider. */
	provider: { timeoutMs: 5000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'as named' },
	push: { timeoutMs: 10_000, bodyMaxBytes: 0, addresses: 'public' },
	alert: { timeoutMs: 10_000, bodyMaxBytes: 0, addresses: 'any' },
	analytics: { timeoutMs: 10_000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
	newVersion: { timeoutMs: 10_000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
	/** The doctor asks the public address and the provider whether they answer. */
	doctor: { timeoutMs: 10_000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
	/** A Backseat is asked whether it is well, usually on this machine. */
	health: { timeoutMs: 3000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
	/** Only the TLS handshake at the public address. */
	certificate: { timeoutMs: 10_000, bodyMaxBytes: 0, addresses: 'any' },
	/** One message to the mail server; `bodyMaxBytes` is for each of its responses. */
	mail: { timeoutMs: 60_000, bodyMaxBytes: ANSWER_MAX_BYTES, addresses: 'any' },
} as const satisfies Record<string, Rule>

export type Purpose = keyof typeof PURPOSES

/** As an operator reads of a server that took too long. */
export const noAnswerWithin = (timeoutMs: number) => `no answer within ${timeoutMs / 1000} seconds`
