import type { Plugin } from 'vite'

/** The oldest browsers that Backseat works in, as README.md says. Samsung Internet 22 is Chrome 111. */
export const OLDEST_BROWSERS = ['safari16.4', 'ios16.4', 'firefox121', 'chrome111']

/*
 * What at least one of them lacks and no build tool replaces, as a name that stands in the code even when it is minified.
 * Methods of iterators and sets have names that others have, too; nothing here uses them.
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

/** '`Segmenter`in Intl', 'typeof document.startViewTransition': who asks first can do without. */
const asksFor = (name: string) => {
	const member = name.slice(name.lastIndexOf('.') + 1)
	return new RegExp(`[\`'"]${member}[\`'"] ?in\\b|typeof [\\w.]*\\.${member}\\b`)
}

/** The names of what this code uses without asking, and some browser of ours lacks. */
export const missingIn = (code: string): string[] =>
	Object.entries(MISSING).flatMap(([name, used]) => (used.test(code) && !asksFor(name).test(code) ? [name] : []))

/** A build that needs a newer browser than README.md promises fails, also where a dependency does. */
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
