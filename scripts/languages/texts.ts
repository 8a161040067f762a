import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { keyOf } from '#contract/text.ts'
import { projectFolder } from '../run.ts'
import { textsOfRefusals } from './refusals.ts'

export type Text = {
	text: string
	plural?: string
	context?: string
	/** The source files that show it, relative to the root of the project. */
	files: string[]
	/** The files that use it in a constant of the module. */
	atImportIn?: string[]
	/** A server's answer has it, so that no file of the browser names it. */
	isMarked?: boolean
	/** For translators: comments that begin with 'Translators:'. */
	notes: string[]
}

export type Texts = {
	/** By `keyOf`, in the order of the files. */
	texts: Map<string, Text>
	/** The files that show each pool of phrases. */
	pools: Map<string, string[]>
}

type Node = ESTree.Node
type Found = Omit<Text, 'files' | 'notes' | 'atImportIn'> & { at: number; isPool?: boolean; isAtImport?: boolean }

/** Folders of which the texts are translated. The terminal, the logs and the API document stay English. */
const FOLDERS = ['contract', 'look', 'src-ui', 'src-server', 'src-electron']
/** Modules that are imported before the language is known: they must translate in functions, not at import. */
const BEFORE_LANGUAGE = /^(contract|look|src-server|src-electron\/(?!pages\/))/

/** Every text that the product shows, from the syntax tree of its sources. */
export function textsInSources(): Texts {
	const texts: Texts = { texts: new Map(), pools: new Map() }
	for (const folder of FOLDERS)
		for (const file of [...new Bun.Glob('**/*.{ts,tsx}').scanSync(join(projectFolder, folder))].sort()) {
			const name = `${folder}/${file.replaceAll('\\', '/')}`
			if (/\.test\.tsx?$|\/testing\//.test(name)) continue
			addTexts(texts, name, readFileSync(join(projectFolder, name), 'utf8'))
		}
	for (const { text, plural, file, note } of [...textsOfRefusals(), ...textsOfManifest()]) {
		const known = texts.texts.get(text) ?? { text, plural, files: [], notes: [] }
		known.plural ??= plural
		if (!known.files.includes(file)) known.files.push(file)
		if (!known.notes.includes(note)) known.notes.push(note)
		texts.texts.set(text, known)
	}
	return texts
}

const MANIFEST = 'src-ui/public/manifest.webmanifest'

function textsOfManifest(): { text: string; plural?: string; file: string; note: string }[] {
	const { description, screenshots, shortcuts } = JSON.parse(readFileSync(join(projectFolder, MANIFEST), 'utf8'))
	const add = (text: string, note: string) => ({ text, file: MANIFEST, note })
	return [
		add(description, 'What Backseat is, where apps are installed'),
		...screenshots.map(({ label }: { label: string }) => add(label, 'A screenshot, where the app is installed')),
		...shortcuts.map(({ name }: { name: string }) =>
			add(name, 'A command of the installed app, at most 24 characters'),
		),
	]
}

const MENTIONS_TEXT = /\btn?\(|\bmarkedN?\(|\bpool\(|<T\b/

export function addTexts({ texts, pools }: Texts, file: string, source: string) {
	if (!MENTIONS_TEXT.test(source)) return
	const { program, comments, errors } = parseSync(file, source)
	const lineOf = (at: number) => source.slice(0, at).split('\n').length
	const fail = (at: number, why: string): never => {
		throw new Error(`${file}:${lineOf(at)}: ${why}`)
	}
	if (errors[0]) fail(0, errors[0].message)
	const notes = comments
		.map(({ value, end }) => ({ value: value.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(), line: lineOf(end) }))
		.filter(({ value }) => value.startsWith(NOTE))
	for (const { at, isPool, isAtImport, ...found } of textsOf(program, BEFORE_LANGUAGE.test(file), fail)) {
		if (isPool) {
			pools.set(found.text, [...(pools.get(found.text) ?? []), file])
			continue
		}
		const key = keyOf(found.text, found.context)
		const known = texts.get(key) ?? { ...found, files: [], notes: [] }
		if (found.plural !== known.plural)
			fail(at, `'${found.text}' has another plural in ${known.files[0]}, or none; give one a context`)
		if (found.isMarked) known.isMarked = true
		if (!known.files.includes(file)) known.files.push(file)
		if (isAtImport) known.atImportIn = [...(known.atImportIn ?? []), file]
		const line = lineOf(at)
		for (const note of notes)
			if (line - note.line >= 0 && line - note.line <= 1) {
				const value = note.value.slice(NOTE.length).trim()
				if (!known.notes.includes(value)) known.notes.push(value)
			}
		texts.set(key, known)
	}
}
const NOTE = 'Translators:'

type Fail = (at: number, why: string) => never

function textsOf(program: Node, isBeforeLanguage: boolean, fail: Fail): Found[] {
	const found: Found[] = []
	const visit = (node: Node, isInFunction: boolean) => {
		const call = textOfCall(node, fail) ?? textOfElement(node, fail)
		if (call && isBeforeLanguage && !isInFunction && !call.isMarked)
			fail(call.at, 'a text at import has no language yet; put it into a function')
		if (call) found.push({ ...call, isAtImport: !isInFunction })
		const isWithin = isInFunction || /Function/.test(node.type)
		for (const child of childrenOf(node)) visit(child, isWithin)
	}
	visit(program, false)
	return found
}

function* childrenOf(node: Node): Generator<Node> {
	for (const value of Object.values(node))
		for (const child of Array.isArray(value) ? value : [value])
			if (child && typeof child === 'object' && 'type' in child) yield child as Node
}

function textOfCall(node: Node, fail: Fail): Found | null {
	if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return null
	const { name } = node.callee
	if (!/^(tn?|markedN?|pool)$/.test(name)) return null
	const isCounted = name === 'tn' || name === 'markedN'
	const isPool = name === 'pool'
	const [text, plural] = node.arguments.slice(0, isCounted ? 2 : 1).map((argument) => literalOf(argument))
	if (text === undefined || (isCounted && plural === undefined))
		return fail(node.start, `${name}() takes a literal, or the text cannot be translated`)
	const values = node.arguments[isCounted ? 3 : 1]
	const context = values?.type === 'ObjectExpression' ? contextIn(values) : undefined
	return { text, plural, context, at: node.start, isPool, isMarked: name.startsWith('marked') || undefined }
}

function contextIn(values: ESTree.ObjectExpression): string | undefined {
	for (const property of values.properties)
		if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'context')
			return literalOf(property.value)
	return undefined
}

function textOfElement(node: Node, fail: Fail): Found | null {
	if (node.type !== 'JSXOpeningElement' || node.name.type !== 'JSXIdentifier' || node.name.name !== 'T') return null
	const attribute = (wanted: string) => {
		for (const each of node.attributes) {
			if (each.type !== 'JSXAttribute' || each.name.name !== wanted || !each.value) continue
			return literalOf(each.value.type === 'JSXExpressionContainer' ? each.value.expression : each.value)
		}
		return undefined
	}
	const text = attribute('text')
	if (text === undefined) return fail(node.start, '<T> takes a literal text, or it cannot be translated')
	return { text, plural: attribute('plural'), context: attribute('context'), at: node.start }
}

function literalOf(node: Node): string | undefined {
	if (node.type === 'Literal' && typeof node.value === 'string') return node.value
	if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined
	return undefined
}
