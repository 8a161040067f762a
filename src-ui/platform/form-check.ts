import { useState } from 'react'
import * as v from 'valibot'

type Wire = v.GenericSchema<unknown, unknown>

/** What was typed, by the fields' names. Names are trimmed (phones add a space after a suggestion), passwords are not. */
export function typedValues(form: HTMLFormElement): Record<string, string> {
	const values: Record<string, string> = {}
	for (const [name, value] of new FormData(form)) {
		if (typeof value === 'string') values[name] = /password$/i.test(name) ? value : value.trim()
	}
	return values
}

/** What a form's fields need of useFormCheck: the messages, and a way to take one back. */
export type FieldMessages = { errors: Partial<Record<string, string>>; forget: (name: string) => void }

/** Checks an uncontrolled form against a contract schema: messages at the fields, focus on the first wrong one. */
export function useFormCheck<Schema extends Wire>(schema: Schema) {
	const [errors, setErrors] = useState<Partial<Record<string, string>>>({})

	/** Puts a message at one field and goes there. */
	const refuse = (form: HTMLFormElement | null, name: string, message: string) => {
		setErrors((others) => ({ ...others, [name]: message }))
		focusField(form, [name])
	}

	return {
		errors,
		refuse,
		/** The checked values, or null when something is wrong. `besides`: what travels along and nobody types. */
		check(form: HTMLFormElement, besides: Record<string, string> = {}): v.InferOutput<Schema> | null {
			const result = v.safeParse(schema, { ...typedValues(form), ...besides })
			const found: Partial<Record<string, string>> = {}
			for (const issue of result.issues ?? []) found[v.getDotPath(issue) ?? ''] ??= issue.message
			setErrors(found)
			if (result.success) return result.output
			focusField(form, Object.keys(found))
			return null
		},
		/** A message goes away as soon as its field is touched again. */
		forget(name: string) {
			setErrors((others) => (others[name] === undefined ? others : { ...others, [name]: undefined }))
		},
	}
}

/** In the order of the page, whatever the order of the messages. */
function focusField(form: HTMLFormElement | null, names: string[]) {
	for (const field of form?.elements ?? []) {
		if (field instanceof HTMLInputElement && names.includes(field.name)) return field.focus()
	}
}
