import type { Context } from '#server/context.ts'

const USERNAME_MAX = 50
const SLOW_ANSWER_MS = 2000

/** A password that somebody typed, for the account of that name. `hash` is null when there is no such account. */
export type TypedPassword = { username: string; password: string; address: string; hash: string | null }

/**
 * The one way to try a password, at the login as before every change that asks for it again: guesses count together,
 * wherever they are typed. Takes the same time whether there is a hash or not.
 */
export async function isRightPassword(
	{ passwords, limits, clock }: Pick<Context, 'passwords' | 'limits' | 'clock'>,
	{ username, password, address, hash }: TypedPassword,
): Promise<boolean> {
	// No account's name is longer; made-up ones must not fill the memory of the limits.
	const name = username.toLowerCase().slice(0, USERNAME_MAX)
	const guesser = `${name} ${address}`
	limits.loginFailures.begin(guesser)
	const isRight = await passwords.matches(password, hash).catch((error) => {
		limits.loginFailures.undo(guesser)
		throw error
	})
	if (isRight) limits.loginFailures.succeeded(guesser)
	else if (!limits.loginFailuresOfName.allows(name))
		await new Promise<void>((resolve) => clock.schedule(resolve, SLOW_ANSWER_MS))
	return isRight
}
