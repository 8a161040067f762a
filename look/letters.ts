/**
 * Splits text into user-perceived characters: a family emoji is one, not seven. Firefox before 125 lacks Intl.Segmenter and
 * counts seven, which only makes a name's letters smaller.
 */
export const lettersOf = (text: string): string[] =>
	'Segmenter' in Intl ? Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment) : [...text]
