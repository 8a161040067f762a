import { foldedName } from '#contract/folded-name.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'

/** Index rows per turn of the event loop; a long text of frequent letters takes 3 ms. */
const PEOPLE_A_TURN = 10_000
const FOUND_MAX = 500
/** Names compared per turn of the event loop, 1 to 2 ms. */
const NAMES_A_TURN = 500
/** The trigram index can search for prefixes of two letters or more. */
const LETTERS_MIN = 2
const NAMES_FIRST = 1000
const TERMS_MAX = 200
const LAST_LETTER = '\u{10FFFF}'

type Named = { id: UserId; username: string; foldedDisplayName: string | null }
type Searching = Pick<Context, 'queries'>

/**
 * Returns members whose folded names contain the text, sorted by username after the cursor `after` ('' starts). Yields to
 * the event loop between chunks.
 */
export async function membersCalled(
	{ queries }: Searching,
	text: string,
	{ after, limit }: { after: string; limit: number },
): Promise<UserId[]> {
	const wanted = foldedName(text)
	const letters = [...wanted].length
	if (letters === 0) return []
	if (letters === LETTERS_MIN) {
		const { ids, isOver } = await walked({ queries }, wanted, { after, limit, names: NAMES_FIRST })
		if (isOver) return ids
	}
	const phrase =
		letters < LETTERS_MIN ? null : letters === LETTERS_MIN ? termsWith({ queries }, wanted) : quoted(wanted)
	const found = phrase === null ? null : phrase === '' ? [] : await foundInIndex({ queries }, phrase)
	if (!found) return (await walked({ queries }, wanted, { after, limit })).ids
	return found
		.filter((member) => isIn(wanted, member))
		.map((member) => ({ ...member, name: member.username.toLowerCase() }))
		.filter(({ name }) => name > after.toLowerCase())
		.toSorted((one, other) => (one.name < other.name ? -1 : 1))
		.slice(0, limit)
		.map(({ id }) => id)
}

/** FTS5 string literal, so that the text cannot contain operators. */
const quoted = (letters: string) => `"${letters.replaceAll('"', '""')}"`

/** Returns an FTS5 query of all trigrams with this two-letter prefix: '' if none exist, null if too many. */
function termsWith({ queries }: Searching, two: string): string | null {
	const terms: string[] = []
	let term = queries.users.firstTerm(two, two + LAST_LETTER)
	while (term !== undefined) {
		if (terms.length === TERMS_MAX) return null
		terms.push(quoted(term))
		// A trigram has three letters, so appending U+0001 jumps to the next trigram; `term > ?` would scan every row of
		// the current one.
		term = queries.users.firstTerm(`${term}\u0001`, two + LAST_LETTER)
	}
	return terms.join(' OR ')
}

async function foundInIndex({ queries }: Searching, phrase: string): Promise<Named[] | null> {
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

async function walked(
	{ queries }: Searching,
	wanted: string,
	{ after, limit, names = Number.POSITIVE_INFINITY }: { after: string; limit: number; names?: number },
): Promise<{ ids: UserId[]; isOver: boolean }> {
	const found: UserId[] = []
	let [seen, last]: [number, string | undefined] = [0, after]
	while (last !== undefined && found.length < limit && seen < names) {
		if (last !== after) await othersTurn()
		const rows = queries.users.memberNamesAfter(last, NAMES_A_TURN)
		seen += rows.length
		found.push(...rows.filter((row) => isIn(wanted, row)).map(({ id }) => id))
		last = rows.length === NAMES_A_TURN ? rows.at(-1)?.username : undefined
	}
	return { ids: found.slice(0, limit), isOver: last === undefined || found.length >= limit }
}

const isIn = (wanted: string, { username, foldedDisplayName }: Named) =>
	username.toLowerCase().includes(wanted) || foldedDisplayName?.includes(wanted)

const othersTurn = () => new Promise(setImmediate)
