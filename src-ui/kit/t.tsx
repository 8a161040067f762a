import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { figure, formOf, inFigures, isolated, isRightToLeft, translated } from '#contract/text.ts'

type Tag<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}` ? Name | Tag<Rest> : never
type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
	? Name | Placeholder<Rest>
	: never

type Props<Text extends string> = {
	text: string extends Text ? never : Text
	context?: string
} & Record<Tag<Text>, ReactElement<{ children?: ReactNode }>> &
	Record<Placeholder<Text>, ReactNode>
type Counted = { plural: string; count: number } | { plural?: never; count?: never }

/**
 * A sentence with elements in it: `<T text="No, <b>{name}</b>" b={<strong />} name={name} />`. With `plural` and `count` it
 * counts as `tn` does.
 */
export function T<const Text extends string>({ text, plural, count, context, ...values }: Props<Text> & Counted) {
	const translation = translated(text, context)
	const words =
		count === undefined ? (typeof translation === 'string' ? translation : text) : formOf(text, plural, count, context)
	return piecesOf(words, values, count)
}

const PIECE = /(<\w+>.*?<\/\w+>|\{\w+\}|#)/

function piecesOf(words: string, values: Readonly<Record<string, unknown>>, count: number | undefined): ReactNode {
	return words.split(PIECE).map((piece, nth) => {
		// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places.
		return <Fragment key={nth}>{pieceOf(piece, values, count)}</Fragment>
	})
}

function pieceOf(piece: string, values: Readonly<Record<string, unknown>>, count: number | undefined): ReactNode {
	if (piece === '#' && count !== undefined) return inFigures(count)
	const [, placeholder] = /^\{(\w+)\}$/.exec(piece) ?? []
	if (placeholder) {
		const value = values[placeholder]
		if (typeof value === 'string') return isolated(value)
		if (typeof value === 'number') return figure(value)
		// As `isolated` does: the slash of a path would change sides.
		return isRightToLeft() ? <bdi>{value as ReactNode}</bdi> : (value as ReactNode)
	}
	const [, tag = '', within = ''] = /^<(\w+)>(.*)<\/\w+>$/.exec(piece) ?? []
	const element = values[tag] as ReactElement<{ children?: ReactNode }> | undefined
	return element ? cloneElement(element, undefined, piecesOf(within, values, count)) : piece
}
