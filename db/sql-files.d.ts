declare module '*.sql' {
	const text: string
	// biome-ignore lint/style/noDefaultExport: how a text import arrives
	export default text
}
