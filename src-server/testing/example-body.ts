import { NEWS_MINUTE } from '#contract/news.ts'

/** The parts of a valibot schema that show its shape. */
export type Shape = {
	type?: string
	entries?: Record<string, Shape>
	wrapped?: Shape
	item?: Shape
	value?: Shape
	literal?: unknown
	options?: readonly unknown[]
}

type Sender = { id: number; password?: string }
/** Stands for a guest in a rating. */
const NOBODY: Sender = { id: 1 }

const TEXTS: Record<string, () => string> = {
	at: () => new Date().toISOString(),
	createdAt: () => new Date().toISOString(),
	deviceId: () => 'device_1',
	email: () => 'a@b.example',
	timeZone: () => 'Europe/Berlin',
	// Taken, so that no account is made and no password hashed.
	username: () => 'demo',
	p256dh: () => 'B'.repeat(87),
	pool: () => 'POSITIVE',
	auth: () => 'A'.repeat(22),
	transports: () => 'usb',
}

/** A valid body with every field of the call's schema, so that new calls and fields are tried without being listed. */
export const exampleBody = ({ body }: { body?: unknown }, sender = NOBODY) =>
	body === undefined ? undefined : (example(body as Shape, '', sender) as Record<string, unknown>)

function example(shape: Shape, key: string, sender: Sender): unknown {
	const { type, entries, wrapped, item, literal, options } = shape
	if (entries)
		return Object.fromEntries(Object.entries(entries).map(([name, inner]) => [name, example(inner, name, sender)]))
	if (wrapped) return example(wrapped, key, sender)
	if (item) return [example(item, key, sender)]
	if (type === 'record') return { a: 'b' }
	if (type === 'literal') return literal
	if (type === 'picklist') return options?.[0]
	if (type === 'union' || type === 'variant') return example(options?.[0] as Shape, key, sender)
	if (type === 'boolean') return false
	if (type === 'number') return exampleNumber(key, sender)
	if (/password/i.test(key)) return sender.password ?? 'backseat'
	return TEXTS[key]?.() ?? 'x'.repeat(32)
}

function exampleNumber(key: string, { id }: Sender): number {
	if (key === 'minute') return NEWS_MINUTE
	if (/^driverIds?$/.test(key)) return 2
	return /^(user|rater|creator)Id$/.test(key) ? id : 1
}
