import { renderUnicodeCompact } from 'uqr'

/**
 * Two modules per character; the light ones are printed, because most terminals are dark. A code has an odd number of
 * rows, so the last line holds only the outer row of the quiet zone, which phones do without.
 */
export const terminalQrCode = (link: string): string =>
	renderUnicodeCompact(link, { border: 2 }).split('\n').slice(0, -1).join('\n')
