declare module '*.service' {
	const text: string
	// biome-ignore lint/style/noDefaultExport: text imports have a default export
	export default text
}

declare module '*.socket' {
	const text: string
	// biome-ignore lint/style/noDefaultExport: text imports have a default export
	export default text
}

declare module '*.timer' {
	const text: string
	// biome-ignore lint/style/noDefaultExport: text imports have a default export
	export default text
}
