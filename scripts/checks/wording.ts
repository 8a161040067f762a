import ts from 'typescript'
import { projectFolder } from '../run.ts'

// bun scripts/checks/wording.ts                  the figures, and the files that contribute most to each
// bun scripts/checks/wording.ts --check          fails if a figure is above its limit
// bun scripts/checks/wording.ts --sample 120 7   prints 120 random comments (seed 7), to be read by a person

/**
 * Limits per 1,000 comment lines for openings, per 1,000 production lines for words. When a figure falls, lower its limit;
 * a limit never rises. Words inside strings are the product's texts and are not counted.
 */
const LIMITS = {
	openings: 0,
	'say, said': 3.1,
	'tell, told': 1.3,
	asked: 1.8,
	place: 3.2,
	'ring, rang, silence': 1.2,
	along: 1.2,
	'begun, anew, mend': 0.4,
	'somebody, anybody, nobody, everybody': 0.8,
}

type Habit = keyof typeof LIMITS

const WORDS: Record<Exclude<Habit, 'openings'>, RegExp> = {
	'say, said': /^(say|says|said|saying)$/,
	'tell, told': /^(tell|tells|told|telling)$/,
	asked: /^asked$/,
	place: /^(place|places|placed)$/,
	'ring, rang, silence': /^(ring|rings|rang|ringing|silence|silences|silenced)$/,
	along: /^along$/,
	'begun, anew, mend': /^(begun|anew|mend|mends|mended|mending)$/,
	'somebody, anybody, nobody, everybody': /^(some|any|no|every)body$/,
}

/** Clauses that stand for a noun hide the subject: 'What is sent' instead of 'The message'. */
const OPENING = /^(What|Who|Of|So|Whatever|Whether)\b/

const PRODUCTION = '{contract,db,look,scripts,src-electron,src-server,src-ui}/**/*.{ts,tsx}'
const NOT_PRODUCTION = /\.test\.tsx?$|\/testing\/|node_modules|routeTree\.gen/

type Comment = { file: string; line: number; text: string }
type SourceText = { file: string; lines: number; comments: Comment[]; words: string[] }

async function productionFiles(): Promise<string[]> {
	const files: string[] = []
	for await (const file of new Bun.Glob(PRODUCTION).scan({ cwd: projectFolder }))
		if (!NOT_PRODUCTION.test(file)) files.push(file)
	return files.sort()
}

export function readSource(file: string, text: string): SourceText {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
	const ranges = new Map<number, ts.CommentRange>()
	const words: string[] = []
	const visit = (node: ts.Node) => {
		if (ts.isIdentifier(node)) words.push(...node.text.split(/(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase()))
		if (!ts.isJsxText(node) && node.kind !== ts.SyntaxKind.JsxExpression)
			for (const range of [
				...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
				...(ts.getTrailingCommentRanges(text, node.end) ?? []),
			])
				ranges.set(range.pos, range)
		for (const child of node.getChildren(source)) visit(child)
	}
	visit(source)
	const lines = text.split('\n')
	const isAlone = (line: number) => lines[line - 1]?.trim().startsWith('//') === true
	const comments: (Comment & { endLine: number })[] = []
	for (const { pos, end } of [...ranges.values()].toSorted((one, other) => one.pos - other.pos)) {
		const raw = text.slice(pos, end)
		const line = source.getLineAndCharacterOfPosition(pos).line + 1
		const endLine = source.getLineAndCharacterOfPosition(end).line + 1
		const plain = raw.replaceAll(/^\/\*\*?|\*\/$|^\/\/ ?|^[ \t]*\* ?/gm, '').trim()
		const previous = comments.at(-1)
		if (previous?.endLine === line - 1 && isAlone(line) && isAlone(line - 1)) {
			previous.text += `\n${plain}`
			previous.endLine = endLine
		} else comments.push({ file, line, endLine, text: plain })
	}
	for (const { text } of comments) words.push(...(text.toLowerCase().match(/[a-z]+/g) ?? []))
	return { file, lines: lines.length, comments, words }
}

function countOf(habit: Habit, { comments, words }: SourceText): number {
	if (habit === 'openings') return comments.filter(({ text }) => OPENING.test(text)).length
	return words.filter((word) => WORDS[habit].test(word)).length
}

const HABITS = Object.keys(LIMITS) as Habit[]

/** Occurrences per 1,000 lines: comment lines for openings, production lines for words. */
export function figuresOf(sources: SourceText[]): Record<Habit, number> {
	const sum = (of: (source: SourceText) => number) => sources.reduce((total, source) => total + of(source), 0)
	const commentLines = sum(({ comments }) => comments.reduce((n, { text }) => n + text.split('\n').length, 0))
	const lines = sum((source) => source.lines)
	const figure = (habit: Habit) =>
		(1000 * sum((source) => countOf(habit, source))) / (habit === 'openings' ? commentLines : lines)
	return Object.fromEntries(HABITS.map((habit) => [habit, Math.round(figure(habit) * 10) / 10])) as Record<
		Habit,
		number
	>
}

/** Deterministic for a seed, so that a second reader can review the same comments. */
function sampleOf(comments: Comment[], count: number, seed: number): Comment[] {
	let state = seed
	const random = () => {
		// Mulberry32 (public domain).
		state = (state + 0x6d2b79f5) | 0
		let t = Math.imul(state ^ (state >>> 15), 1 | state)
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296
	}
	return comments
		.map((comment) => ({ comment, order: random() }))
		.toSorted((one, other) => one.order - other.order)
		.slice(0, count)
		.map(({ comment }) => comment)
}

if (import.meta.main) {
	process.chdir(projectFolder)
	const sources = await Promise.all(
		(await productionFiles()).map(async (file) => readSource(file, await Bun.file(file).text())),
	)
	const [mode, count = '120', seed = '1'] = process.argv.slice(2)
	if (mode === '--sample')
		for (const { file, line, text } of sampleOf(
			sources.flatMap((source) => source.comments),
			Number(count),
			Number(seed),
		))
			console.log(`${file}:${line}\n${text}\n`)
	else {
		const figures = figuresOf(sources)
		for (const habit of HABITS) {
			const isOver = figures[habit] > LIMITS[habit]
			console.log(`${isOver ? '✗' : '✓'} ${habit}: ${figures[habit]} (limit ${LIMITS[habit]})`)
			const worst = sources.toSorted((one, other) => countOf(habit, other) - countOf(habit, one)).slice(0, 5)
			if (mode !== '--check' || isOver)
				for (const source of worst) console.log(`    ${countOf(habit, source)}  ${source.file}`)
		}
		const comments = sources.flatMap((source) => source.comments)
		console.log(
			`${comments.length} comments, ${comments.reduce((n, { text }) => n + text.split('\n').length, 0)} lines, in ${sources.reduce((n, { lines }) => n + lines, 0)} production lines`,
		)
		if (mode === '--check' && HABITS.some((habit) => figures[habit] > LIMITS[habit])) process.exit(1)
	}
}
