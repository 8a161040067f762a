/*
 * Prose for the API document that schemas cannot express. The build removes `docs`, and everything that only they use, from
 * the browser's code (scripts/page-chunks.ts).
 */

export type CallDocs = {
	tag: keyof typeof tags
	summary: string
	description?: string
	/**
	 * Descriptions of all successes and of the errors specific to this call. http/api-docs/openapi.ts has the errors
	 * common to all calls.
	 */
	answers: Record<number, string>
	params?: Record<string, string>
	headers?: Record<string, string>
}

export const tags = {
	Accounts: 'Signing up, logging in, and who is who.',
	'Own account':
		'What only its owner may do with an account: face, e-mail, password, sessions, data, imports, leaving.',
	Links: 'Links for people without a session: invitations and forgotten passwords.',
	Drivers: 'The home list, and the drivers somebody has hidden in it.',
	Ghosts: 'Drivers without an account, and how they claim their seat.',
	Ratings: 'Ratings of rides, and the card made from them.',
	Trips: 'Road trips: everybody in the car rates, and nothing is told before all of it is.',
	Receipts: 'What a month and a year have come to.',
	'Sent pages': 'Short pages for chats, at `/r/` and 22 characters.',
	News: 'What members are told outside the app, once a day at most.',
	Host: 'Behind the wheel: what those may do who look after the instance. Nothing here tells who rated whom.',
	Instance: 'The server itself.',
} as const

export const parameterWords: Record<string, string> = {
	id: 'The user; where it says mine, my own.',
	userId: 'My own id.',
	token: 'The last part of the link.',
	search: 'Letters that are in the username or the displayed name.',
	limit: 'How many at most: 1 to 500. Anything else counts as 100.',
	after: 'Only what comes after this username.',
	before: 'Only what is older than the rating with this id. Anything else counts as absent.',
	creatorId: 'My own id, which is also what counts if it is left out.',
	format: 'The format of the file.',
	credentialId: 'Of the passkey, as the browser says it.',
	tokenId: 'Of my read-only token, as the list says it.',
	issuer: '`proxy`, or the address of the provider, encoded.',
}

export const NOT_A_HOST = 'The caller is no host (`not_host`).'
export const NOT_NOW =
	'The caller is no host (`not_host`), or has not typed the password again within 15 minutes (`confirm_first`).'
export const NOT_AN_ID = 'The id in the path, or something in the body, is not what it should be.'
export const NOT_MINE = 'That is somebody else’s account.'
export const NAME_TAKEN = 'Somebody has that username.'
export const LINK_DEAD = 'The link is unknown, used up, replaced or too old; which of them is not said.'
export const LINK_MINE = 'I have used this link myself (`already_yours`); `driverId` is mine.'
export const NO_DRIVER = 'There is no such driver.'
export const NO_USER = 'There is no such user.'
