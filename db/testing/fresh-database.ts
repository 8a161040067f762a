import { Database as Sqlite } from 'bun:sqlite'
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { migrations as allMigrations, type Migration, makeInstanceTag, makeSigningKey } from '#db/migrations.ts'

/** One template per list of migrations and process. */
const templates = new WeakMap<readonly Migration[], Uint8Array>()

function makeTemplate(migrations: readonly Migration[]): Uint8Array {
	const sqlite = new Sqlite(':memory:', { strict: true })
	migrate(sqlite, ':memory:', { migrations })
	const template = sqlite.serialize()
	sqlite.close()
	return template
}

/**
 * A current database in memory, with a signing key and instance tag of its own. It is a clone of a template that is migrated
 * once per process: migrating takes 21 ms, cloning less than one.
 */
export function freshDatabase(migrations: readonly Migration[] = allMigrations): Database {
	const template = templates.get(migrations) ?? makeTemplate(migrations)
	templates.set(migrations, template)
	const connection = Sqlite.deserialize(template, { strict: true })
	makeSigningKey(connection)
	makeInstanceTag(connection)
	return openDatabase(':memory:', { connection, migrations })
}
