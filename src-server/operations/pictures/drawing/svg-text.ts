import { Fragment, isValidElement, type ReactNode } from 'react'

/**
 * Renders JSX as SVG text. React's own renderer would add 0.5 MB to the program; this needs no hooks, no events and only SVG
 * attributes.
 */
export function svgText(node: ReactNode): string {
	if (node === null || node === undefined || typeof node === 'boolean') return ''
	if (Array.isArray(node)) return node.map(svgText).join('')
	if (!isValidElement<Props>(node)) return escaped(String(node))
	const { type, props } = node
	if (type === Fragment) return svgText(props.children)
	if (typeof type === 'function') return svgText((type as (props: Props) => ReactNode)(props))
	const attributes = Object.entries(props).map(([name, value]) => attributeText(name, value))
	return `<${type}${attributes.join('')}>${svgText(props.children)}</${type}>`
}

type Props = { children?: ReactNode } & Record<string, unknown>

const OF_PAGES = new Set(['children', 'className', 'aria-hidden'])
/** SVG attributes in camel case; all others are written with hyphens. */
const AS_WRITTEN = new Set(['viewBox', 'preserveAspectRatio'])

function attributeText(name: string, value: unknown): string {
	if (OF_PAGES.has(name) || value === undefined || value === null || value === false) return ''
	const spelled = AS_WRITTEN.has(name) ? name : name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
	return ` ${spelled}="${escaped(String(value))}"`
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
