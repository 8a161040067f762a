import { createHash } from 'node:crypto'
import type { ShellState } from '#desktop/shell/shell-calls.ts'

/**
 * The cookie jar and storage of an instance, on disk: one for this computer, one for each friend, none shared.
 * Its name must stay the same for the same address, or everybody is signed out.
 */
export function partitionOf(riding: ShellState['riding']): string {
	if (riding.kind === 'this-computer') return 'persist:this-computer'
	const hash = createHash('sha256').update(riding.address).digest('hex')
	return `persist:friend-${hash.slice(0, 32)}`
}
