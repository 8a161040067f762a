import { waitFor } from '@testing-library/react'

/** Waits until nothing is found any more. Not `expect(…).toBeNull()`: Bun prints the whole page for each failed look. */
export const untilGone = (find: () => Element | null) =>
	waitFor(() => {
		if (find()) throw new Error('It is still there')
	})
