/** 256 random bits as 43 characters: session and guest cookies. */
export const newToken = (): string =>
	crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })

/** 192 random bits as 32 characters: links that give access (claim, invitation, new password), which people paste into chats. */
export const newLinkToken = (): string =>
	crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: 'base64url', omitPadding: true })

/** None is longer: what follows it in an address was added on the way. */
export const LINK_TOKEN_LENGTH = 32

/** What the database keeps of a cookie or a link: a reader of the file cannot get in with it. */
export const tokenHash = (token: string): string => Bun.SHA256.hash(token, 'hex')

/** A random 50-bit id: safe in JavaScript, never one of the built-in rows. */
export function newUserId(): number {
	const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
	return (high % 2 ** 18) * 2 ** 32 + low || newUserId()
}

/** The nonce of a page's content security policy and of its inline styles, new for each page. */
export const newNonce = (): string => crypto.getRandomValues(new Uint8Array(16)).toBase64()
