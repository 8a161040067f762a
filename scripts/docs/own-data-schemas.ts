import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { OWN_DATA_FILES } from '#contract/own-data-file.ts'
import { projectFolder } from '../run.ts'

// bun scripts/docs/own-data-schemas.ts && bun run format   writes docs/schemas, from the schemas that read the files

type Version = keyof typeof OWN_DATA_FILES

export const VERSIONS = Object.keys(OWN_DATA_FILES).map(Number) as Version[]

export const schemaPath = (version: Version) => join(projectFolder, 'docs', 'schemas', `own-data-${version}.json`)

export function schemaText(version: Version): string {
	const { $schema, ...schema } = toJsonSchema(OWN_DATA_FILES[version] as v.GenericSchema, {
		typeMode: 'input',
		target: 'draft-2020-12',
		// Checks that JSON Schema cannot express.
		errorMode: 'ignore',
	})
	const title = `A member’s own data, version ${version}: what an import reads. Other keys are ignored.`
	// The conversion of a name stops where it is trimmed.
	const withNames = (key: string, value: unknown) =>
		key === 'driver' ? { type: 'string', description: NAME_WORDS } : value
	return JSON.stringify({ $schema, title, ...schema }, withNames, '\t')
}

const NAME_WORDS = '2 to 50 characters, none of them invisible or reversing the text.'

if (import.meta.main) {
	mkdirSync(join(projectFolder, 'docs', 'schemas'), { recursive: true })
	for (const version of VERSIONS) writeFileSync(schemaPath(version), schemaText(version))
}
