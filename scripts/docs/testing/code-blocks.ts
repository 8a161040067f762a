/** The code blocks of one language in a page, in order. */
export const codeBlocks = (markdown: string, language: string): string[] =>
	[...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)
