import { EXIT, StartRefused } from '#server/process/start-refused.ts'

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** '90m', '12h', '7d', '4w' in milliseconds; null for 'never'. */
export function lifetimeMs(text: string): number | null {
	if (text === 'never') return null
	const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhdw])$/.exec(text) ?? []
	const unitMs = UNIT_MS[unit]
	if (unitMs === undefined)
		throw new StartRefused(`--expires is 90m, 12h, 7d, 4w or never, not ${JSON.stringify(text)}.`, EXIT.badFlag)
	return Number(count) * unitMs
}
