/** What the schemas cannot say about one call, in plain words. openapi.test.ts sees to it that no call is without. */
export type Call = {
	/** How programs made from the document call it. */
	name: string
	tag: keyof typeof tags
	summary: string
	description?: string
	/** `member`: only with a session. `either`: also without, but the answer differs. */
	who: 'member' | 'anyone' | 'either'
	/** What each answer means. What every call answers (too many requests, say) stands in common-answers.ts. */
	answers: Record<number, string>
	/** Words for what stands in the path, where PARAMETERS has none that fit. */
	params?: Record<string, string>
	headers?: (keyof typeof HEADERS)[]
}

export const tags = {
	Accounts: 'Signing up, logging in, and who is who.',
	'Own account': 'What only its owner may do with an account: face, e-mail, password, sessions, data, leaving.',
	Links: 'Links that open a door: invitations and forgotten passwords.',
	Drivers: 'The home list, and the drivers somebody has hidden in it.',
	Ghosts: 'Drivers without an account, and how they claim their seat.',
	Ratings: 'What was said of a ride, and the card that comes of it.',
	Instance: 'The server itself.',
} as const

/** What a parameter is, whichever call has it. */
export const PARAMETERS: Record<string, string> = {
	id: 'The user; where it says mine, my own.',
	userId: 'My own id.',
	token: 'The last part of the link.',
	search: 'Letters that are in the username or the displayed name.',
	limit: 'How many at most: 1 to 500. Anything else counts as 100.',
	before: 'Only what is older than the rating with this id. Anything else counts as absent.',
	creatorId: 'My own id, which is also what counts if it is left away.',
	format: 'How the file looks.',
}

export const HEADERS = {
	'Idempotency-Key': 'Made up by the client, new for each rating: the same call sent again then changes nothing.',
} as const
