import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import * as v from 'valibot'
import * as accounts from '#contract/accounts.ts'
import * as analytics from '#contract/analytics.ts'
import * as claims from '#contract/claims.ts'
import * as drivers from '#contract/drivers.ts'
import * as ids from '#contract/ids.ts'
import * as instance from '#contract/instance.ts'
import * as invites from '#contract/invites.ts'
import * as names from '#contract/names.ts'
import * as ownAccount from '#contract/own-account.ts'
import * as passwordResets from '#contract/password-resets.ts'
import * as problems from '#contract/problems.ts'
import * as ratings from '#contract/ratings.ts'
import * as stats from '#contract/stats.ts'

type Schema = v.GenericSchema

const nouns = [
	accounts,
	analytics,
	claims,
	drivers,
	ids,
	instance,
	invites,
	names,
	ownAccount,
	passwordResets,
	problems,
	ratings,
	stats,
]

const isSchema = (value: unknown): value is Schema =>
	typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** Every schema of the wire under the name it has in the contract. */
const named: Record<string, Schema> = Object.fromEntries(
	nouns
		.flatMap((noun) => Object.entries<unknown>(noun))
		.flatMap(([name, value]) => (isSchema(value) ? [[name, value]] : [])),
)
const hasName = new Set<Schema>(Object.values(named))

/** What is sent in. What comes out is checked against schemas that change nothing, so the two are the same. */
const config: ConversionConfig = {
	typeMode: 'input',
	target: 'draft-2020-12',
	// Checks of our own cannot be said in JSON Schema; schema-words.ts says them.
	errorMode: 'ignore',
	overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
	overrideSchema: ({ valibotSchema, jsonSchema }) =>
		valibotSchema.type === 'object' ? asRead(valibotSchema as unknown as ObjectSchema, jsonSchema) : undefined,
}

export function jsonSchemas(): Record<string, JsonSchema> {
	const schemas = Object.entries(toJsonSchemaDefs(named, config))
	return Object.fromEntries(schemas.map(([name, json]) => [name, withoutTidying(named[name]) ?? json]))
}

/** A schema as it appears in one call: by its name, if it has one, or made of others by theirs. */
export const jsonSchemaOf = (schema: Schema): JsonSchema => converted(schema, named)

/** The same without its own name, as the parameters of a query are listed one by one. */
export const ownJsonSchemaOf = (schema: Schema): JsonSchema =>
	converted(schema, Object.fromEntries(Object.entries(named).filter(([, other]) => other !== schema)))

function converted(schema: Schema, definitions: Record<string, Schema>): JsonSchema {
	const { $schema, $defs, ...json } = toJsonSchema(schema, { ...config, definitions })
	return json
}

type Step = { kind: 'schema' | 'validation' | 'transformation' | 'metadata'; pipe?: Step[] }

/**
 * Trimming and composing characters changes a text, and conversion stops there; but the text stays a text, and the
 * rules that follow hold for what people send. Where a second schema follows, that one says what is right.
 */
function withoutTidying(schema: object | undefined): JsonSchema | undefined {
	const { pipe = [] } = (schema ?? {}) as Partial<Step>
	const steps = stepsOf(pipe)
	if (!steps.some(({ kind }) => kind === 'transformation')) return undefined
	const last = pipe.findLast(({ kind }) => kind === 'schema')
	if (last && last !== pipe[0]) return converted(last as unknown as Schema, {})
	const rules = steps.filter(({ kind }) => kind === 'validation')
	return converted(v.pipe(v.string(), ...(rules as unknown as [])), {})
}

const stepsOf = (pipe: Step[]): Step[] =>
	pipe.flatMap((step) => (step.kind === 'schema' && step.pipe ? stepsOf(step.pipe) : [step]))

type Entry = Schema & { wrapped?: Schema; default?: unknown; fallback?: unknown }
type ObjectSchema = { entries: Record<string, Entry> }

/**
 * What the server really takes: a value with a fallback may be missing or nonsense; one whose default its own schema
 * refuses has that default for its better message, and must be there.
 */
function asRead({ entries }: ObjectSchema, json: JsonSchema): JsonSchema {
	const required = new Set(json.required)
	const properties = { ...json.properties }
	for (const [name, entry] of Object.entries(entries)) {
		const tidied = hasName.has(entry) ? undefined : withoutTidying(entry)
		if (tidied) properties[name] = tidied
		if ('fallback' in entry) required.delete(name)
		if (entry.type !== 'optional' || !entry.wrapped || entry.default === undefined) continue
		if (v.is(entry.wrapped, entry.default)) continue
		const { default: _, ...rest } = properties[name] as JsonSchema
		properties[name] = rest
		required.add(name)
	}
	return { ...json, properties, required: [...required] }
}
