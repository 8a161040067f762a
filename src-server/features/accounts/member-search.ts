import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'

/** Of the index of names, people who are looked at in one turn of the event loop: a long text of frequent letters takes 3 ms. */
const PEOPLE_A_TURN = 10_000
/** As many are put in order at once. Where more have the text in their names, walking along the names is quicker. */
const FOUND_MAX = 500
/** Names that are compared in one turn of the event loop: 1 to 2 ms. */
const NAMES_A_TURN = 500
/** The index knows every three letters. */
const LETTERS_MIN = 3

type Named = { id: UserId; username: string; displayName: string | null }
type Searching = Pick<Context, 'queries'>

/**
 * Members in whose names the text is, in any case, by username; `after` is a username, and '' is before them all. However many
 * there are, others are answered in between.
 */
export async function membersCalled(
	{ queries }: Searching,
	text: string,
	{ after, limit }: { after: string; limit: number },
): Promise<UserId[]> {
	const wanted = folded(text.normalize('NFC'))
	const found = [...wanted].length < LETTERS_MIN ? null : await foundInIndex({ queries }, wanted)
	if (!found) return walked({ queries }, wanted, { after, limit })
	return found
		.map((member) => ({ ...member, name: member.username.toLowerCase() }))
		.filter(({ name }) => name > after.toLowerCase())
		.toSorted((one, other) => (one.name < other.name ? -1 : 1))
		.slice(0, limit)
		.map(({ id }) => id)
}

/** Null where there are too many. */
async function foundInIndex({ queries }: Searching, wanted: string): Promise<Named[] | null> {
	// A phrase of the index' own language: letters as they are.
	const phrase = `"${wanted.replaceAll('"', '""')}"`
	const found: Named[] = []
	for (let from = 0; ; ) {
		const to = queries.users.idAfter(from, PEOPLE_A_TURN)
		found.push(
			...queries.users.membersWithPhrase(phrase, { from, to: to ?? Number.MAX_SAFE_INTEGER, limit: FOUND_MAX + 1 }),
		)
		if (found.length > FOUND_MAX) return null
		if (to === undefined) return found
		from = to
		await othersTurn()
	}
}

async function walked({ queries }: Searching, wanted: string, { after, limit }: { after: string; limit: number }) {
	const found: UserId[] = []
	for (let last: string | undefined = after; last !== undefined && found.length < limit; ) {
		if (last !== after) await othersTurn()
		const rows = queries.users.memberNamesAfter(last, NAMES_A_TURN)
		found.push(...rows.filter((row) => isIn(wanted, row)).map(({ id }) => id))
		last = rows.length === NAMES_A_TURN ? rows.at(-1)?.username : undefined
	}
	return found.slice(0, limit)
}

const isIn = (wanted: string, { username, displayName }: Named) =>
	folded(username).includes(wanted) || (displayName !== null && folded(displayName).includes(wanted))

/** As the index does: a sigma at the end of a word is a sigma. */
const folded = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

const othersTurn = () => new Promise(setImmediate)
