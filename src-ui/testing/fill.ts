import type { UserEvent } from '@testing-library/user-event'

/** Pastes a text into a field, at a fraction of the time that a key press per character takes. Special keys need `user.type`. */
export async function fill(user: UserEvent, field: Element, text: string) {
	await user.click(field)
	await user.paste(text)
}
