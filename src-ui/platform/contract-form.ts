import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { ApiError } from './api-client.ts'
import { useFormUnderway } from './underway.ts'

type FormSchema = v.GenericSchema<object, object>
type FieldName<Schema extends FormSchema> = Extract<keyof v.InferInput<Schema>, string>

type ContractFormOptions<Schema extends FormSchema, Answer> = {
	/** What the contract says of the fields, by their names. */
	schema: Schema
	/** Sends what was typed; `handlers` are for mutate(). */
	send: (typed: v.InferOutput<Schema>, handlers: Handlers<Answer>) => void
	onSent?: (answer: Answer, typed: v.InferOutput<Schema>) => void
	/** `isAtField`: the server named a field of this form, and its message is shown there already. */
	onRefused?: (error: unknown, isAtField: boolean) => void
	/** The mutation key of what it sends; SENT_FORM unless told. */
	mutationKey?: readonly unknown[]
	/** For forms that stay on the screen for a moment after the answer: they are not sent again. */
	isSentForGood?: boolean
}

type Handlers<Answer> = { onSuccess: (answer: Answer) => void; onError: (error: unknown) => void }

export type FieldProps<Value> = { name: string; error: string | undefined; onChange: (value: Value) => void }

/**
 * A form over a schema of the contract. What is wrong is said at its field, and the focus goes to the first of them; what
 * is right is sent, once at a time; a message goes away as soon as its field is changed.
 */
export function useContractForm<Schema extends FormSchema, Answer>({
	schema,
	send,
	onSent,
	onRefused,
	mutationKey,
	isSentForGood = false,
}: ContractFormOptions<Schema, Answer>) {
	const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
	const element = useRef<HTMLFormElement>(null)
	const isOver = useRef(false)
	const isUnderway = useFormUnderway(mutationKey)

	/** Shows a message at one field and focuses it. */
	const refuse = (field: FieldName<Schema>, message: string) => {
		setErrors((others) => ({ ...others, [field]: message }))
		firstInput(element.current, [field])?.focus()
	}

	/** `besides`: values that replace what was typed. */
	const submit = (besides: Partial<Record<FieldName<Schema>, string>> = {}) => {
		if (!element.current) return
		const result = v.safeParse(schema, { ...typedValues(element.current), ...besides })
		const found: Partial<Record<string, string>> = {}
		for (const issue of result.issues ?? []) found[v.getDotPath(issue) ?? ''] ??= issue.message
		setErrors(found)
		if (!result.success) return firstInput(element.current, Object.keys(found))?.focus()
		if (isUnderway() || isOver.current) return
		send(result.output, {
			onSuccess: (answer) => {
				isOver.current = isSentForGood
				onSent?.(answer, result.output)
			},
			onError: (error) => {
				const isAtField = showAtField(error)
				onRefused?.(error, isAtField)
			},
		})
	}

	/** The server's words, where it named a field of this form. */
	const showAtField = (error: unknown): boolean => {
		if (!(error instanceof ApiError) || !error.field || !error.serverMessage) return false
		const { field, serverMessage } = error
		const input = firstInput(element.current, [field])
		if (!input) return false
		setErrors((others) => ({ ...others, [field]: serverMessage }))
		input.focus()
		return true
	}

	return {
		/** For the <form>. */
		props: {
			ref: element,
			noValidate: true,
			onSubmit: (event: FormEvent) => {
				event.preventDefault()
				submit()
			},
		},
		/** For a field of the kit. `onChange` for those whose value the caller keeps. */
		field: <Value = string>(name: FieldName<Schema>, onChange?: (value: Value) => void): FieldProps<Value> => ({
			name,
			error: errors[name],
			onChange: (value) => {
				setErrors((others) => (others[name] === undefined ? others : { ...others, [name]: undefined }))
				onChange?.(value)
			},
		}),
		submit,
		refuse,
		/** Empties the fields. */
		reset: () => element.current?.reset(),
	}
}

/** What was typed, by the fields' names. Names are trimmed (phones add a space after a suggestion), passwords are not. */
function typedValues(form: HTMLFormElement): Record<string, string> {
	const values: Record<string, string> = {}
	for (const [name, value] of new FormData(form)) {
		if (typeof value === 'string') values[name] = /password$/i.test(name) ? value : value.trim()
	}
	return values
}

/** In the order of the page, whatever the order of the names. Of radio buttons the chosen one: arrow keys go on from it. */
function firstInput(form: HTMLFormElement | null, names: string[]): HTMLInputElement | null {
	const inputs = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement)
	const first = inputs.find(({ name }) => names.includes(name))
	if (first?.type !== 'radio') return first ?? null
	return inputs.find(({ name, checked }) => name === first.name && checked) ?? first
}
