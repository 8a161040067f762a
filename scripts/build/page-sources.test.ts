import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'

/** Sources of the browser app and of the desktop app's pages, with their paths. */
async function pageSources() {
	const files: { path: string; text: string }[] = []
	for (const folder of ['src-ui', 'look', 'src-electron/pages'])
		for await (const path of new Bun.Glob(`${folder}/**/*.{ts,tsx,html,css,js}`).scan(projectFolder))
			if (!/\.test\.tsx?$|\/testing\//.test(path))
				files.push({ path, text: await Bun.file(join(projectFolder, path)).text() })
	expect(files.length).toBeGreaterThan(100)
	return files
}

/** The lines that match a pattern, each with its file. */
const linesWith = async (pattern: RegExp) =>
	(await pageSources()).flatMap(({ path, text }) =>
		text.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
	)

test('no page makes HTML or a program of text that a person typed [T19]', async () => {
	const ways =
		/dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc|javascript:/i

	expect(await linesWith(ways)).toEqual([])
})

test('no page loads anything from elsewhere: no script, style, font, picture or call of another host [T15] [T34]', async () => {
	const ways =
		/\bsrc=["'](https?:)?\/\/|<link[^>]+href=["'](https?:)?\/\/|@import\s+(url\()?["']?(https?:)?\/\/|url\(["']?(https?:)?\/\/|(fetch|import)\(["'`](https?:)?\/\//i

	expect(await linesWith(ways)).toEqual([])
})

test('what is out of sight keeps its height: Back loses its place in Firefox and WebKit where its size is a guess', async () => {
	expect(await linesWith(/content-visibility:\s*auto/)).toEqual([])
})

test('dates and figures are in the language of the page and not of the browser: all are made in one place', async () => {
	expect(await linesWith(/\.toLocale\w+\((\)|undefined|\[\])|\bIntl\.\w+\((\)|undefined|\[\])/)).toEqual([])
})

test('nothing in the browser app is cut off by a clip-path: WebKit takes what sticks out of a box, as the tape of a receipt', async () => {
	// Nothing sticks out of the halves of a torn slip, of a drawn star, or of words for screen readers alone.
	const allowed =
		/^src-electron\/|^src-ui\/(features\/trips\/trips|first-paint\/first-paint)\.css: clip-path: polygon|: clip-path: inset\(50%\)/

	expect((await linesWith(/clip-path:/)).filter((line) => !allowed.test(line))).toEqual([])
})

test('no layout depends on left and right: where people read from right to left, it is mirrored', async () => {
	const properties =
		/(^|[\s;{])((margin|padding|border|scroll-margin|scroll-padding)-)?(left|right)(-\w+)?:|border-(top|bottom)-(left|right)|(text-align|float|clear): (left|right)|translateX\((?!calc\(.*--along)/
	const fourSides = /(margin|padding|inset|border-width): [^\s;]+ ([^\s;(]+) [^\s;]+ (?!\2;)[^\s;()]+;/
	const fourCorners = /border-radius: (?!(\S+) \1 (\S+) \2;)[^\s;]+ [^\s;]+ [^\s;]+ [^\s;]+;/
	const classNames =
		/["'`\s:]-?((m|p|scroll-m|scroll-p)[lr]-(\d|\[|\(|auto)|(left|right)-(\d|\[|\(|auto|full)|translate-x-|(text|float|origin)-(left|right)\b|rounded-([lr]|[tb][lr])\b|border-[lr]\b)|(margin|padding|border)(Left|Right)\b/
	// Phones have their camera on one side. Roads are mirrored whole, and the logo's eyes look where they look.
	const allowed =
		/safe-area-inset|^src-ui\/(kit\/road|first-paint\/first-paint)\.css: transform: translateX|^src-electron\/pages\/styles\/page-parts\.css: transform: translateX|translateX\((-3\.6px|calc\(var\(--way\))/

	const inStyles = (line: string) => properties.test(line) || fourSides.test(line) || fourCorners.test(line)
	const lines = await linesWith(/./)

	expect(
		lines
			.filter((line) => (/^\S+\.css:/.test(line) ? inStyles(line) : classNames.test(line)))
			.filter((line) => !allowed.test(line)),
	).toEqual([])
})
