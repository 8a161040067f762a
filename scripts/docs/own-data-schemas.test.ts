import { expect, test } from 'bun:test'
import { schemaPath, schemaText, VERSIONS } from './own-data-schemas.ts'

test.each(VERSIONS)('the JSON Schema of own data, version %d, is the one that reads it', async (version) => {
	// Otherwise run: bun scripts/docs/own-data-schemas.ts && bun run format
	expect(await Bun.file(schemaPath(version)).json()).toEqual(JSON.parse(schemaText(version)))
})
