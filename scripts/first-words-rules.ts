import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AtRule, type ChildNode, type Container, parse, type Rule } from 'postcss'
import { SCREENS } from '#server/http/first-words/screens.ts'

const FOLDER = join(import.meta.dirname, '..', 'src-server', 'http', 'first-words')

/** The frame, the screen that the page's first segment names, and what this imports from beside it. */
function sourcesOf(page: string): Set<string> {
	const sources = new Set<string>()
	const add = (name: string) => {
		if (sources.has(name)) return
		sources.add(name)
		const [, ...imports] = readFileSync(join(FOLDER, name), 'utf8').split(" from './")
		for (const rest of imports) add(rest.slice(0, rest.indexOf("'")))
	}
	for (const name of ['frame', page.split('/')[1]]) add(`${name}.ts`)
	return sources
}

/** Elements, classes and attributes in the HTML that the server writes, and a few words more. */
function namesInHtml(page: string): string[] {
	const sources = [...sourcesOf(page)]
		.map((name) => readFileSync(join(FOLDER, name), 'utf8').replaceAll(/^import .*/gm, ''))
		.join('\n')
	const elements = sources.match(/(?<=<)[a-z]\w*|\bdata-[\w-]+/g) ?? []
	const classes = sources.match(/class="[^"]*"|'[^'\n]*'/g) ?? []
	return [...elements, ...classes.flatMap((piece) => piece.match(/[a-z][\w-]*/g) ?? []).map((name) => `.${name}`)]
}

/** Elements around the first words, and names that are put together. */
const AROUND = ['html', 'body', '#root', 'data-theme', 'dir', '.avatar-sm', '.avatar-md', '.avatar-lg']
/** States that the first words do not have, and parts of elements that they do not use. */
const OTHER_STATE = /:(?!is|where|not|has|root|focus\b|empty|first-child|last-child|nth-child|:?before|:?after)[\w-]+/
/** Pictures, movement and touch come with the style sheet. */
const LATER =
	/^(transition|animation|cursor|touch-action|accent-color|scroll-|tab-size|font-(feature|variation)|-webkit-(tap|text-decoration|user)|user-select|outline)/
const NOT_FOR_SIZES = /hover|motion|print|forced|contrast|reduced/

/**
 * The rules of the built style sheet that the first words of each page need, in the same layers, so that a screen has one
 * source of its boxes. The style sheet keeps them, because a rule that moves in front of its layer may lose to another.
 */
export const firstWordsRules = (styleSheet: string): Record<string, string> =>
	Object.fromEntries(Object.keys(SCREENS).map((page) => [page, rulesOf(page, styleSheet)]))

function rulesOf(page: string, styleSheet: string): string {
	const names = new Set([...namesInHtml(page), ...AROUND])
	const sheet = parse(styleSheet)
	const layers: string[] = []
	sheet.each((node) => {
		if (node.type !== 'atrule' || node.name !== 'layer') return
		for (const layer of node.params.split(',')) if (!layers.includes(layer.trim())) layers.push(layer.trim())
	})
	keepIn(sheet, names)
	dropUnusedVariables(sheet)
	return `@layer ${layers.join(',')};${sheet.toString()}`
}

function keepIn(parent: Container, names: ReadonlySet<string>) {
	parent.each((node: ChildNode) => {
		if (node.type === 'rule') keepRule(node, names)
		else if (node.type === 'comment') node.remove()
		else if (node.type === 'atrule') keepAtRule(node, names)
	})
}

function keepAtRule(rule: AtRule, names: ReadonlySet<string>) {
	// The fonts themselves come later.
	if (rule.name === 'font-face' && familyOf(rule).endsWith(' fallback')) return
	const isBlock = rule.name === 'layer' || rule.name === 'container' || rule.name === 'media'
	if (!isBlock || !rule.nodes || (rule.name === 'media' && NOT_FOR_SIZES.test(rule.params))) return void rule.remove()
	keepIn(rule, names)
	if (rule.nodes.length === 0) rule.remove()
}

function keepRule(rule: Rule, names: ReadonlySet<string>) {
	const kept = rule.selectors.filter((selector) => isUsed(selector, names))
	rule.each((node) => {
		if (node.type !== 'decl' || LATER.test(node.prop)) return void node.remove()
		if (!node.value.includes('url(')) return
		// The colour below a picture is enough for now.
		const [colour] = /^var\(--\w+\)/.exec(node.value) ?? []
		if (node.prop === 'background' && colour) node.value = colour
		else node.remove()
	})
	if (kept.length === 0 || rule.nodes.length === 0) return void rule.remove()
	rule.selectors = kept
	dropOverridden(rule)
}

/** Declarations of tailwind's reset that the product's own rule for the same elements overrides. */
function dropOverridden(later: Rule) {
	later.parent?.each((earlier) => {
		if (earlier === later) return false
		if (earlier.type !== 'rule' || earlier.selector !== later.selector) return
		later.walkDecls(({ prop }) => earlier.walkDecls(prop, (declaration) => void declaration.remove()))
		if (earlier.nodes.length === 0) earlier.remove()
	})
}

const ONE_OF = /:(?:is|where)\(([^()]*)\)/

/** One of the selectors in `:is()` suffices. */
function isUsed(selector: string, names: ReadonlySet<string>): boolean {
	let needed = selector.replaceAll(/:not\([^)]*\)/g, '')
	if (OTHER_STATE.test(needed)) return false
	for (let group = ONE_OF.exec(needed); group; group = ONE_OF.exec(needed)) {
		const [whole, choices = ''] = group
		if (!choices.split(',').some((choice) => isUsed(choice, names))) return false
		needed = needed.replace(whole, '')
	}
	const bare = needed.replaceAll(/\[([\w-]+)[^\]]*\]/g, ' $1 ').replaceAll(/::?[\w-]+(?:\((?:even|odd|\d+n?)\))?/g, ' ')
	const named = bare.match(/[.#]?(?:\\.|[\w-])+/g) ?? []
	return named.every((name) => names.has(name.replaceAll('\\', '')))
}

const familyOf = (face: AtRule): string => {
	let family = ''
	face.walkDecls('font-family', ({ value }) => {
		family = value.replaceAll('"', '')
	})
	return family
}

/** Tokens that no kept rule uses, directly or by another token, and the fonts that only they named. */
function dropUnusedVariables(sheet: Container) {
	for (;;) {
		const used = new Set<string>()
		sheet.walkDecls(({ value }) => {
			for (const [name] of value.matchAll(/--[\w-]+/g)) used.add(name)
		})
		let isDone = true
		sheet.walkDecls(/^--/, (declaration) => {
			if (used.has(declaration.prop)) return
			const { parent } = declaration
			declaration.remove()
			if (parent?.nodes?.length === 0) parent.remove()
			isDone = false
		})
		if (isDone) break
	}
	const families: string[] = []
	sheet.walkDecls(/^(--.*|font-family)$/, ({ parent, value }) => {
		if (parent?.type === 'rule') families.push(value)
	})
	const isNamed = (face: AtRule) => families.some((names) => names.includes(familyOf(face)))
	sheet.walkAtRules((rule) => {
		const isUnused = rule.name === 'font-face' && !isNamed(rule)
		if (rule.nodes?.length === 0 || isUnused) rule.remove()
	})
}
