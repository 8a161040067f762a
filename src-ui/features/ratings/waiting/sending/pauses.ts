const FIRST_MS = 2000
const LONGEST_MS = 60_000

/** How long to wait after so many failures in a row: twice as long each time, and up to a fifth shorter, so that not all come back at once. */
export function pauseAfter(failures: number, random: () => number): number {
	const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
	return longest * (1 - random() / 5)
}

/** A moment further away than any pause can be was noted before the clock was set back: it counts as past. */
export const msUntil = (at: number, now: number, longest = LONGEST_MS): number =>
	at - now > longest ? 0 : Math.max(0, at - now)
