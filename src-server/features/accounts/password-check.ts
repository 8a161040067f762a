import type { UserId } from '#contract/ids.ts'
import { PASSWORD_MAX } from '#contract/names.ts'
import type { Context } from '#server/context.ts'
import { notSignedIn, Refusal } from '#server/http/problems.ts'

const USERNAME_MAX = 50
const SLOW_ANSWER_MS = 2000

/** A password that was typed for the account of that name. `hash` is null when there is no such account. */
type TypedPassword = { username: string; password: string; address: string; hash: string | null }

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

type Confirmation = { me: UserId; password: string; field: string; address: string }

/**
 * Checks the password that a signed-in member has typed again; `field` is the form field it came in. Answers a check to
 * run inside the write: verifying takes a moment, and if the password was changed meanwhile, the typed one is wrong.
 */
export async function confirmedPassword(
	context: Context,
	{ me, password, field, address }: Confirmation,
): Promise<() => void> {
	const { limits, queries } = context
	// Nobody has such a password; verifying it would only cost time.
	if (password === '' || password.length > PASSWORD_MAX) throw wrongPassword(field)
	// By address: the thief of a session must not be able to use up the attempts of its member.
	limits.ownPasswords.check(`${me} ${address}`)
	const user = queries.users.userById(me)
	if (!user) throw notSignedIn()
	const { username, passwordHash: hash } = user
	if (!(await isRightPassword(context, { username, password, address, hash }))) throw wrongPassword(field)
	return () => {
		if (queries.users.userById(me)?.passwordHash !== hash) throw wrongPassword(field)
	}
}

const wrongPassword = (field: string) =>
	new Refusal({ status: 403, code: 'wrong_password', message: 'That is not your current password', field })
