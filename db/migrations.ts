import type { Database as Sqlite } from 'bun:sqlite'
import { foldedName } from '#contract/folded-name.ts'
import first from './migrations/0000_first.sql' with { type: 'text' }
import runForYears from './migrations/0001_run_for_years.sql' with { type: 'text' }
import wireIds from './migrations/0002_wire_ids.sql' with { type: 'text' }
import mendedRatings from './migrations/0003_mended_ratings.sql' with { type: 'text' }
import quickLists from './migrations/0004_quick_lists.sql' with { type: 'text' }
import signingKey from './migrations/0005_signing_key.sql' with { type: 'text' }
import hosts from './migrations/0006_hosts.sql' with { type: 'text' }
import makersOfResetLinks from './migrations/0007_makers_of_reset_links.sql' with { type: 'text' }
import search from './migrations/0008_search.sql' with { type: 'text' }
import takenAlong from './migrations/0009_taken_along.sql' with { type: 'text' }
import sealed from './migrations/0010_sealed.sql' with { type: 'text' }
import trips from './migrations/0011_trips.sql' with { type: 'text' }
import largeGroups from './migrations/0012_large_groups.sql' with { type: 'text' }
import waysIn from './migrations/0013_ways_in.sql' with { type: 'text' }
import news from './migrations/0014_news.sql' with { type: 'text' }
import foldedNames from './migrations/0015_folded_names.sql' with { type: 'text' }
import foldedSearch from './migrations/0016_folded_search.sql' with { type: 'text' }
import removedWaysIn from './migrations/0017_removed_ways_in.sql' with { type: 'text' }
import inItsPlace from './migrations/0018_in_its_place.sql' with { type: 'text' }
import leftMembers from './migrations/0019_left_members.sql' with { type: 'text' }
import accessTokens from './migrations/0020_access_tokens.sql' with { type: 'text' }
import fromBefore from './migrations/0021_from_before.sql' with { type: 'text' }
import language from './migrations/0022_language.sql' with { type: 'text' }

export type Migration = {
	name: string
	sql: string
	afterwards?: (sqlite: Sqlite) => void
}

/**
 * All migrations in order; `user_version` is the number that a file has had. They are imported as text so that the compiled
 * binary contains them. drizzle-kit writes the files; add new ones here (database.test.ts compares this list with the
 * folder).
 */
export const migrations: readonly Migration[] = [
	{ name: '0000_first', sql: first },
	{ name: '0001_run_for_years', sql: runForYears },
	{ name: '0002_wire_ids', sql: wireIds },
	{ name: '0003_mended_ratings', sql: mendedRatings },
	{ name: '0004_quick_lists', sql: quickLists },
	{ name: '0005_signing_key', sql: signingKey, afterwards: makeSigningKey },
	{ name: '0006_hosts', sql: hosts },
	{ name: '0007_makers_of_reset_links', sql: makersOfResetLinks },
	{ name: '0008_search', sql: search, afterwards: overwriteInSearch },
	{ name: '0009_taken_along', sql: takenAlong },
	{ name: '0010_sealed', sql: sealed },
	{ name: '0011_trips', sql: trips },
	{ name: '0012_large_groups', sql: largeGroups, afterwards: overwriteInSearch },
	{ name: '0013_ways_in', sql: waysIn, afterwards: makeInstanceTag },
	{ name: '0014_news', sql: news },
	{ name: '0015_folded_names', sql: foldedNames, afterwards: foldNames },
	{ name: '0016_folded_search', sql: foldedSearch, afterwards: overwriteInSearch },
	{ name: '0017_removed_ways_in', sql: removedWaysIn },
	{ name: '0018_in_its_place', sql: inItsPlace },
	{ name: '0019_left_members', sql: leftMembers },
	{ name: '0020_access_tokens', sql: accessTokens },
	{ name: '0021_from_before', sql: fromBefore },
	{ name: '0022_language', sql: language },
]

/** SQLite's random numbers are not suitable for keys: on some systems they are seeded with the time and the process id. */
export function makeSigningKey(sqlite: Sqlite) {
	const key = crypto.getRandomValues(new Uint8Array(32))
	sqlite.query('INSERT OR REPLACE INTO `signing_key` (`id`, `key`) VALUES (1, ?)').run(key)
}

export function makeInstanceTag(sqlite: Sqlite) {
	const tag = crypto.getRandomValues(new Uint8Array(8))
	sqlite.query('INSERT OR REPLACE INTO `instance` (`id`, `tag`) VALUES (1, ?)').run(tag)
}

function foldNames(sqlite: Sqlite) {
	const named = sqlite.query<{ id: number; name: string }, []>(
		'SELECT `id`, `display_name` AS `name` FROM `users` WHERE `display_name` IS NOT NULL',
	)
	const fold = sqlite.query('UPDATE `users` SET `folded_display_name` = ? WHERE `id` = ?')
	for (const { id, name } of named.all()) fold.run(foldedName(name), id)
}

/**
 * Makes FTS5 remove deleted names from the search index at once instead of only marking them. A system's own SQLite before
 * 3.42 lacks this option; there, deleting an account merges the index (own-account.queries.ts).
 */
function overwriteInSearch(sqlite: Sqlite) {
	try {
		sqlite.run("INSERT INTO `users_search` (`users_search`, `rank`) VALUES ('secure-delete', 1)")
	} catch {}
}
