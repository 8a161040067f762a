/**
 * Normalises the spelling of a mailbox, for limits per mailbox. Many providers deliver `Jo.An+rides@…` to `joan@…`; with
 * other providers, two people share a limit.
 */
export function mailboxOf(email: string): string {
	const at = email.lastIndexOf('@')
	const [name = ''] = email.slice(0, at).split('+')
	return (name.replaceAll('.', '') + email.slice(at)).toLowerCase()
}
