/*
 * Whether a guest has said something here. The cookie by which the server finds it cannot be read; the page comes with the
 * answer, so that a mere visitor's browser need not ask, and follows what happens from then on.
 */

export const hasGuestRatings = () => document.documentElement.dataset.guest === 'rated'

/** Where cookies are blocked the server finds none of them again. */
export function noteGuestRatings(areThere: boolean) {
	document.documentElement.dataset.guest = areThere && navigator.cookieEnabled ? 'rated' : 'none'
}
