/** The code of one language that a page shows, in its order. */
export const codeBlocks = (markdown: string, language: string): string[] =>
	[...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)
