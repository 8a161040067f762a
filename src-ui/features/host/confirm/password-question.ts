/** Cancelled: nothing was done, and nothing needs saying. */
export class NotConfirmed extends Error {
	override name = 'NotConfirmed'
}

let question: { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void } | null = null
const listeners = new Set<() => void>()

/**
 * Whether the password is being asked for. Outside React, as toasts are: any act of the page asks, and PasswordDialog, of
 * which there is one, answers.
 */
export const passwordQuestion = {
	isAsked: () => question !== null,
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	},
	/** Resolves when the server has taken the password; rejects when the dialog is closed without. */
	async ask(): Promise<void> {
		if (!question) {
			let settle: (isConfirmed: boolean) => void = () => undefined
			// Promise.withResolvers is missing before iOS 17.4.
			const answer = new Promise<boolean>((resolve) => {
				settle = resolve
			})
			question = { answer, settle }
			tell()
		}
		if (!(await question.answer)) throw new NotConfirmed('The password was not given')
	},
	settle(isConfirmed: boolean) {
		const settled = question
		if (!settled) return
		question = null
		tell()
		settled.settle(isConfirmed)
	},
}

function tell() {
	for (const listener of listeners) listener()
}
