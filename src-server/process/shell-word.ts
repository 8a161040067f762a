/** As it can be pasted into a shell. */
export const shellWord = (word: string) =>
	/^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
