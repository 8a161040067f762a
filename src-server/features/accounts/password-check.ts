import type { UserId } from '#contract/ids.ts'
import { PASSWORD_MAX } from '#contract/names.ts'
import type { Context } from '#server/context.ts'
import { notSignedIn, refusal } from '#server/http/problems.ts'

const USERNAME_MAX = 50
const SLOW_ANSWER_MS = 2000

type TypedPassword = { username: string; password: string; address: string; hash: string | null }

/**
 * Every password check goes through here, so that guesses at all forms count together. A check takes equally long with
 * and without a hash.
 */
export async function isRightPassword(
	{ passwords, limits, clock }: Pick<Context, 'passwords' | 'limits' | 'clock'>,
	{ username, password, address, hash }: TypedPassword,
): Promise<boolean> {
	// Caps made-up names, which would otherwise fill the limiter's memory.
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

/** The returned check runs inside the write and throws if the password changed while the hash was verified. */
export async function confirmedPassword(
	context: Context,
	{ me, password, field, address }: Confirmation,
): Promise<() => void> {
	const { limits, queries } = context
	// No stored password has such a length, so skip the slow verification.
	if (password === '' || password.length > PASSWORD_MAX) throw wrongPassword(field)
	// Counts per address, so that a stolen session cannot use up its member's attempts.
	limits.ownPasswords.check(`${me} ${address}`)
	const user = queries.users.userById(me)
	if (!user) throw notSignedIn()
	const { username, passwordHash: hash } = user
	if (!(await isRightPassword(context, { username, password, address, hash }))) throw wrongPassword(field)
	return () => {
		if (queries.users.userById(me)?.passwordHash !== hash) throw wrongPassword(field)
	}
}

const wrongPassword = (field: string) => refusal({ status: 403, reason: 'wrong_password', field })
