import { expect, mock, test } from 'bun:test'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as v from 'valibot'
import { OptionCards } from '#ui/kit/forms/option-cards.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { fill } from '#ui/testing/fill.ts'
import { ApiError } from './api-client.ts'
import { useContractForm } from './contract-form.ts'
import { createQueryClient } from './query-client.ts'
import { SENT_FORM } from './underway.ts'

// The schema has the password first and the page has it second.
const Ticket = v.object({
	password: v.pipe(v.string(), v.minLength(3, 'Password is short')),
	username: v.pipe(v.string(), v.minLength(3, 'Username is short')),
})
type Ticket = v.InferOutput<typeof Ticket>

type TicketFormProps = {
	send: (ticket: Ticket) => Promise<string>
	onSent?: (answer: string, ticket: Ticket) => void
	onRefused?: (error: unknown, isAtField: boolean) => void
	mutationKey?: readonly string[]
	isSentForGood?: boolean
}

function TicketForm({ send, mutationKey = SENT_FORM, ...options }: TicketFormProps) {
	const mutation = useMutation({ mutationKey, mutationFn: send })
	const form = useContractForm({
		schema: Ticket,
		send: (ticket, handlers) => mutation.mutate(ticket, handlers),
		mutationKey,
		...options,
	})
	return (
		<form {...form.props} aria-label="Ticket">
			<TextField label="Username" {...form.field('username')} />
			<TextField label="Password" {...form.field('password')} />
			<button type="button" onClick={() => form.submit({ username: 'somebody else' })}>
				Not me
			</button>
			<button type="button" onClick={() => form.refuse('password', 'Not this one')}>
				Refuse
			</button>
			<button type="button" onClick={form.reset}>
				Empty
			</button>
		</form>
	)
}

const user = userEvent.setup()
const username = () => screen.getByLabelText<HTMLInputElement>('Username')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const submit = (index = 0) => fireEvent.submit(screen.getAllByRole('form', { name: 'Ticket' })[index] as HTMLElement)
const answered = () => act(() => Bun.sleep(5))
const problem = (field: string) =>
	new ApiError(400, JSON.stringify({ message: 'The server says no', code: 'x', requestId: 'x', field }))

function open(props: Partial<TicketFormProps> = {}, second?: Partial<TicketFormProps>) {
	const send = mock(props.send ?? (async () => 'done'))
	render(
		<QueryClientProvider client={createQueryClient()}>
			<TicketForm {...props} send={send} />
			{second ? <TicketForm {...props} {...second} send={send} /> : null}
		</QueryClientProvider>,
	)
	const sent = () => send.mock.calls.map(([ticket]) => ticket)
	return { sent }
}

async function fillIn(name = 'jonas', secret = 'hunter22') {
	await fill(user, username(), name)
	await fill(user, password(), secret)
}

test('what the contract refuses is said at each field, and nothing is sent', async () => {
	const { sent } = open()

	submit()
	await answered()

	expect(screen.getByText('Username is short')).toBeTruthy()
	expect(screen.getByText('Password is short')).toBeTruthy()
	expect(sent()).toEqual([])
})

test('the focus goes to the first wrong field of the page, whatever comes first in the contract', async () => {
	open()

	submit()
	expect(document.activeElement).toBe(username())

	await fill(user, username(), 'jonas')
	submit()
	expect(document.activeElement).toBe(password())
})

test('names are sent without the blanks around them, passwords as they were typed', async () => {
	const { sent } = open()
	await fillIn(' jonas ', ' hunter ')

	submit()
	await answered()

	expect(sent()).toEqual([{ username: 'jonas', password: ' hunter ' }])
})

test('a message goes as soon as its field is changed, the others stay', async () => {
	open()
	submit()

	await user.type(username(), 'j')

	expect(screen.queryByText('Username is short')).toBeNull()
	expect(screen.getByText('Password is short')).toBeTruthy()
})

test('messages of the time before are gone once all is right', async () => {
	open()
	await fillIn()
	await user.click(screen.getByRole('button', { name: 'Refuse' }))
	expect(screen.getByText('Not this one')).toBeTruthy()

	submit()

	expect(screen.queryByText('Not this one')).toBeNull()
})

test('what the server says of a field is said at the field, and the focus goes there', async () => {
	const onRefused = mock(() => {})
	const error = problem('password')
	open({ send: () => Promise.reject(error), onRefused })
	await fillIn()
	username().focus()

	submit()
	await answered()

	expect(screen.getByText('The server says no')).toBeTruthy()
	expect(password().getAttribute('aria-invalid')).toBe('true')
	expect(document.activeElement).toBe(password())
	expect(onRefused.mock.calls).toEqual([[error, true]] as never)
})

function SeatForm() {
	const mutation = useMutation({ mutationFn: () => Promise.reject(problem('seat')) })
	const form = useContractForm({
		schema: v.object({ seat: v.string() }),
		send: (_seat, handlers) => mutation.mutate(undefined, handlers),
	})
	const options = ['Front', 'Back'].map((label) => ({ value: label, label, hint: '' }))
	return (
		<form {...form.props} aria-label="Ticket">
			<OptionCards label="Seat" options={options} {...form.field('seat')} />
		</form>
	)
}

test('what the server says of a choice brings the focus to the chosen option, not to the first one', async () => {
	render(
		<QueryClientProvider client={createQueryClient()}>
			<SeatForm />
		</QueryClientProvider>,
	)
	await user.click(screen.getByRole('radio', { name: 'Back' }))

	submit()
	await answered()

	expect(screen.getByText('The server says no')).toBeTruthy()
	expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Back' }))
})

for (const [failure, error] of [
	['a field that this form has not', problem('avatarId')],
	['no field', new ApiError(503, 'Busy')],
	['nothing at all', new TypeError('Failed to fetch')],
] as const)
	test(`a failure that names ${failure} is left to the form`, async () => {
		const onRefused = mock(() => {})
		open({ send: () => Promise.reject(error), onRefused })
		await fillIn()

		submit()
		await answered()

		expect(onRefused.mock.calls).toEqual([[error, false]] as never)
		expect(document.querySelector('[aria-invalid]')).toBeNull()
	})

test('a message of the form’s own is shown at the field, with the focus', async () => {
	open()
	await user.click(screen.getByRole('button', { name: 'Refuse' }))

	expect(screen.getByText('Not this one')).toBeTruthy()
	expect(document.activeElement).toBe(password())
})

test('two Enters before the next render send it once; after the answer it can be sent again', async () => {
	const { sent } = open()
	await fillIn()

	act(() => {
		submit()
		submit()
	})
	await answered()
	expect(sent()).toHaveLength(1)

	submit()
	await answered()
	expect(sent()).toHaveLength(2)
})

test('while one form is on its way another is not sent', async () => {
	const { sent } = open({}, {})
	for (const field of screen.getAllByRole('textbox')) await fill(user, field, 'hunter22')

	act(() => {
		submit(0)
		submit(1)
	})
	await answered()

	expect(sent()).toHaveLength(1)
})

test('unless it is sent under a key of its own', async () => {
	const { sent } = open({}, { mutationKey: ['ticket', '2'] })
	for (const field of screen.getAllByRole('textbox')) await fill(user, field, 'hunter22')

	act(() => {
		submit(0)
		submit(1)
	})
	await answered()

	expect(sent()).toHaveLength(2)
})

test('a form that is sent for good is not sent again, but after a refusal it is', async () => {
	let isRefused = true
	const { sent } = open({
		isSentForGood: true,
		send: async () => {
			if (isRefused) throw new TypeError('Failed to fetch')
			return 'done'
		},
	})
	await fillIn()

	submit()
	await answered()
	isRefused = false
	submit()
	await answered()
	submit()
	await answered()

	expect(sent()).toHaveLength(2)
})

test('who waits for it gets the answer and what was sent', async () => {
	const onSent = mock(() => {})
	open({ onSent })
	await fillIn()

	submit()
	await answered()

	expect(onSent.mock.calls).toEqual([['done', { username: 'jonas', password: 'hunter22' }]] as never)
})

test('a button can send something other than what is in a field', async () => {
	const { sent } = open()
	await fillIn()

	await user.click(screen.getByRole('button', { name: 'Not me' }))
	await answered()

	expect(sent()).toEqual([{ username: 'somebody else', password: 'hunter22' }])
	expect(username().value).toBe('jonas')
})

test('a form can be emptied', async () => {
	open()
	await fillIn()

	await user.click(screen.getByRole('button', { name: 'Empty' }))

	expect([username().value, password().value]).toEqual(['', ''])
})
