/**
 * What people see as one character each: a family emoji is one, not seven. Firefox before 125 cannot tell; there it is
 * seven, which makes a name's letters smaller and nothing else.
 */
export const lettersOf = (text: string): string[] =>
	'Segmenter' in Intl ? Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment) : [...text]
