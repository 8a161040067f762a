/** Empties the body, except for React Aria's announcer: it creates only one per process, which other test files need, too. */
export function clearPage() {
	for (const element of [...document.body.children]) if (!element.matches('[data-live-announcer]')) element.remove()
}
