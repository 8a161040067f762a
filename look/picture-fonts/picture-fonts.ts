/** One font of picture-fonts.bin: one weight, one width, and some of the letters. */
export type PictureFont = {
	script: string
	/** What is set in it: names, or our own words of one kind. */
	role: 'name' | 'display' | 'text' | 'receipt'
	/** Where it is in the file, as TrueType compressed by zstd. */
	at: number
	bytes: number
	/** Which code points it draws: first, last, first, last, … */
	ranges: readonly number[]
}
