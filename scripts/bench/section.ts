/** One line of the page's first table: what was aimed at, and what came out. */
export type Target = { what: string; target: string; measured: string; isMet: boolean }

/** What one part of the bench came to: a part of docs/performance.md. */
export type Section = { title: string; text: string; targets: Target[] }

export const atLeast = (what: string, least: number, ratio: number, detail = ''): Target => ({
	what,
	target: `≥ ${least} ×`,
	measured: `${ratio.toFixed(2)} ×${detail}`,
	isMet: ratio >= least,
})

export const atMost = (what: string, most: number, ratio: number, detail = ''): Target => ({
	what,
	target: `≤ ${most} ×`,
	measured: `${ratio.toFixed(2)} ×${detail}`,
	isMet: ratio <= most,
})
