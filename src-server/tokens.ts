/** 256 random bits as 43 characters, for session and guest cookies. */
export const newToken = (): string =>
	crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })

export const ACCESS_TOKEN_START = 'backseat_'

/** 256 random bits, for programs. The start lets people and secret scanners recognise it. */
export const newAccessToken = (): string => ACCESS_TOKEN_START + newToken()

/**
 * 192 random bits as 32 characters, for links that give access (claim, invitation, new password) and are pasted into chats.
 */
export const newLinkToken = (): string =>
	crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: 'base64url', omitPadding: true })

/** 128 random bits as 22 characters, for links that show a page to anyone but give no other access. */
export const newPageId = (): string =>
	crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: 'base64url', omitPadding: true })

/** Any further text in a URL was appended in transit. */
export const LINK_TOKEN_LENGTH = 32

/** The stored form of a cookie or link token, so that a reader of the file cannot sign in with it. */
export const tokenHash = (token: string): string => Bun.SHA256.hash(token, 'hex')

/** A random 50-bit id: a safe integer in JavaScript, never one of the built-in rows. */
export function newUserId(): number {
	const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
	return (high % 2 ** 18) * 2 ** 32 + low || newUserId()
}

/** A random integer from `from` up to, but without, `to`. */
export const randomBetween = (from: number, to: number): number =>
	process.getBuiltinModule('node:crypto').randomInt(from, to)

export const newNonce = (): string => crypto.getRandomValues(new Uint8Array(16)).toBase64()
