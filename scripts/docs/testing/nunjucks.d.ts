declare module '@11ty/nunjucks' {
	export class Environment {
		constructor(loader: null, options: { autoescape: boolean; throwOnUndefined: boolean })
		renderString(template: string, values: Record<string, unknown>): string
	}
}
