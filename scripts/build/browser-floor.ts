import type { Plugin } from 'vite'

/** The oldest supported browsers, as in README.md. Samsung Internet 22 is Chrome 111. */
export const OLDEST_BROWSERS = ['safari16.4', 'ios16.4', 'firefox121', 'chrome111']

/*
 * Features that at least one of these browsers lacks and no build tool replaces, with a name that survives
 * minification. Methods of iterators and sets are omitted, because other objects share their names; the app uses none.
 */
const MISSING: Record<string, RegExp> = {
	'Promise.withResolvers': /\bwithResolvers\b/,
	'Promise.try': /\bPromise\.try\b/,
	'Object.groupBy': /\b(Object|Map)\.groupBy\b/,
	'Array.fromAsync': /\bfromAsync\b/,
	'AbortSignal.any': /\bAbortSignal\.any\b/,
	'URL.canParse': /\bURL\.(canParse|parse)\b/,
	'Set methods': /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
	'Iterator.from': /\bIterator\.(from|prototype)\b/,
	'ArrayBuffer.transfer': /\btransferToFixedLength\b/,
	'RegExp.escape': /\bRegExp\.escape\b/,
	'Uint8Array.fromBase64': /\b(from|to)(Base64|Hex)\(/,
	'Response.json': /\bResponse\.json\(/,
	'ReadableStream.from': /\bReadableStream\.from\b/,
	'Intl.DurationFormat': /\bDurationFormat\b/,
	'scheduler.yield': /\bscheduler\.yield\b/,
	'Element.checkVisibility': /\bcheckVisibility\(/,
	popover: /\b(show|hide|toggle)Popover\(/,
	moveBefore: /\bmoveBefore\(/,
	requestIdleCallback: /(?<!typeof )\brequestIdleCallback\(/,
	'Intl.Segmenter': /\bIntl\.Segmenter\b/,
	'document.startViewTransition': /\bstartViewTransition\(/,
}

/** Matches feature detection, which makes a feature optional: '`Segmenter`in Intl', 'typeof document.startViewTransition'. */
const asksFor = (name: string) => {
	const member = name.slice(name.lastIndexOf('.') + 1)
	return new RegExp(`[\`'"]${member}[\`'"] ?in\\b|typeof [\\w.]*\\.${member}\\b`)
}

export const missingIn = (code: string): string[] =>
	Object.entries(MISSING).flatMap(([name, used]) => (used.test(code) && !asksFor(name).test(code) ? [name] : []))

/** Fails a build that needs a newer browser than README.md promises, including through a dependency. */
export function browserFloor(): Plugin {
	return {
		name: 'backseat-browser-floor',
		apply: 'build',
		generateBundle(_options, bundle) {
			for (const file of Object.values(bundle))
				if (file.type === 'chunk') {
					const missing = missingIn(file.code)
					if (missing.length > 0) this.error(`${file.fileName} uses what ${OLDEST_BROWSERS} lack: ${missing}`)
				}
		},
	}
}
