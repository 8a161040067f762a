/** Resolves when the text is on the clipboard, rejects when the browser refused both ways. */
export async function copyText(text: string): Promise<void> {
	// Plain http on a home network has no navigator.clipboard; it may also refuse for lack of permission or focus.
	if (navigator.clipboard) {
		try {
			return await navigator.clipboard.writeText(text)
		} catch {
			// Try the old way.
		}
	}
	if (!copyThroughSelection(text)) throw new Error('The browser refused to copy')
}

function copyThroughSelection(text: string): boolean {
	const focused = document.activeElement
	const area = document.createElement('textarea')
	area.value = text
	area.readOnly = true // no on-screen keyboard
	area.style.position = 'fixed'
	area.style.opacity = '0'
	// Inside an open dialog only the dialog may hold focus.
	const home = focused?.closest('[role="dialog"]') ?? document.body
	home.append(area)
	area.select()
	area.setSelectionRange(0, text.length) // iOS ignores select()
	try {
		return document.execCommand('copy')
	} catch {
		return false
	} finally {
		area.remove()
		if (focused instanceof HTMLElement) focused.focus()
	}
}
