/* True if a guest has rated in this browser. The guest cookie is HttpOnly, so the server writes a flag into the
   page; visitors without ratings save a request. */

export const hasGuestRatings = () => document.documentElement.dataset.guest === 'rated'

/** Without cookies the server cannot find a guest's ratings again. */
export function noteGuestRatings(areThere: boolean) {
	document.documentElement.dataset.guest = areThere && navigator.cookieEnabled ? 'rated' : 'none'
}
