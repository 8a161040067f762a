import type { Shot } from './picture.ts'

/** Who sits behind the wheel in the seeded family. */
export const HOST = 'grandma.elke'

/** The host's page, a part at a time. */
export const hostShots: Record<string, Shot> = {
	'host-journal': { as: HOST, path: 'host/journal', act: (page) => page.getByText('The terminal').first().waitFor() },
	'host-refused': { as: 'jonas', path: 'host' },
}
