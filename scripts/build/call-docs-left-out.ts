import { type Plugin, parseAst } from 'vite'

/** A node of a parsed file, as far as this looks at it. */
type Node = {
	start: number
	end: number
	declaration?: {
		declarations?: { init?: { callee?: { name?: string }; arguments?: { properties?: Property[] }[] } }[]
	}
}
type Property = { start: number; end: number; key?: { name?: string } }

/** Takes out of every call of the contract what only the API document needs. The sentences they share go by themselves. */
export function callDocsLeftOut(): Plugin {
	return {
		name: 'backseat-call-docs-left-out',
		apply: 'build',
		enforce: 'pre',
		transform: {
			filter: { id: /src-server\/contract\/[^?]*\.ts$/ },
			handler: (code) => ({ code: withoutDocs(code), map: null }),
		},
	}
}

function withoutDocs(code: string): string {
	const calls = (parseAst(code, { lang: 'ts' }).body as Node[])
		.flatMap(({ declaration }) => declaration?.declarations ?? [])
		.flatMap(({ init }) => (init?.callee?.name === 'call' ? (init.arguments?.[0]?.properties ?? []) : []))
	return calls
		.filter(({ key }) => key?.name === 'docs')
		.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^,/, ''), code)
}
