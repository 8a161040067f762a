import '#contract/default-messages.ts'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { messageInWords } from '#contract/text.ts'
import { ApiError } from './api-client.ts'
import { useFormUnderway } from './underway.ts'

type FormSchema = v.GenericSchema<object, object>
type FieldName<Schema extends FormSchema> = Extract<keyof v.InferInput<Schema>, string>

type ContractFormOptions<Schema extends FormSchema, Answer> = {
	schema: Schema
	send: (typed: v.InferOutput<Schema>, handlers: Handlers<Answer>) => void
	onSent?: (answer: Answer, typed: v.InferOutput<Schema>) => void
	/** `isAtField`: the error is already shown at a field. */
	onRefused?: (error: unknown, isAtField: boolean) => void
	mutationKey?: readonly unknown[]
	/** For forms that stay mounted after success: blocks a second submit. */
	isSentForGood?: boolean
}

type Handlers<Answer> = { onSuccess: (answer: Answer) => void; onError: (error: unknown) => void }

export type FieldProps<Value> = { name: string; error: string | undefined; onChange: (value: Value) => void }

/**
 * A form validated by a contract schema. It shows errors at their fields, focuses the first one, submits once at a
 * time, and removes an error when its field changes.
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

	const refuse = (field: FieldName<Schema>, message: string) => {
		setErrors((others) => ({ ...others, [field]: message }))
		firstInput(element.current, [field])?.focus()
	}

	const submit = (besides: Partial<Record<FieldName<Schema>, string>> = {}) => {
		if (!element.current) return
		const result = v.safeParse(schema, { ...typedValues(element.current), ...besides })
		const found: Partial<Record<string, string>> = {}
		for (const issue of result.issues ?? []) found[v.getDotPath(issue) ?? ''] ??= messageInWords(issue.message)
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

	/** Shows the server's message at the field that it names. Returns false if this form has no such field. */
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
		props: {
			ref: element,
			noValidate: true,
			onSubmit: (event: FormEvent) => {
				event.preventDefault()
				submit()
			},
		},
		/** `onChange` is for controlled fields. */
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
		reset: () => element.current?.reset(),
	}
}

/** Trims all values except passwords: phones add a space after a suggestion. */
function typedValues(form: HTMLFormElement): Record<string, string> {
	const values: Record<string, string> = {}
	for (const [name, value] of new FormData(form)) {
		if (typeof value === 'string') values[name] = /password$/i.test(name) ? value : value.trim()
	}
	return values
}

/** First invalid input in DOM order; for radio buttons the checked one, from which arrow keys continue. */
function firstInput(form: HTMLFormElement | null, names: string[]): HTMLInputElement | null {
	const inputs = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement)
	const first = inputs.find(({ name }) => names.includes(name))
	if (first?.type !== 'radio') return first ?? null
	return inputs.find(({ name, checked }) => name === first.name && checked) ?? first
}
