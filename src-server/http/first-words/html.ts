export class Html {
	constructor(readonly text: string) {}
}

export type Shown = Html | string | number | false | null | readonly Html[]

/** Escapes every value that is not `Html`, for text and for quoted attributes. */
export function html(texts: TemplateStringsArray, ...values: Shown[]): Html {
	const pieces = texts.map((text, at) => text.replaceAll(/\n\t*/g, '') + shown(values[at] ?? null))
	return new Html(pieces.join(''))
}

function shown(value: Shown): string {
	if (value === null || value === false) return ''
	if (value instanceof Html) return value.text
	if (typeof value === 'object') return value.map(({ text }) => text).join('')
	return Bun.escapeHTML(`${value}`)
}
