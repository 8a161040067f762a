import type { UserId } from '#contract/ids.ts'
import { PASSWORD_MAX } from '#contract/names.ts'
import type { Context } from '#server/context.ts'
import { isRightPassword } from '#server/features/accounts/password-check.ts'
import { notSignedIn, Refusal } from '#server/http/problems.ts'

type Confirmation = { me: UserId; password: string; field: string; address: string }

/**
 * The member behind a session types their password once more; `field` is where. Answers a check that belongs into the
 * write: looking at a password took a moment, and if it was changed meanwhile, that is what counts.
 */
export async function confirmedPassword(
	context: Context,
	{ me, password, field, address }: Confirmation,
): Promise<() => void> {
	const { limits, queries } = context
	// Nobody's password; looking at it could only cost time.
	if (password === '' || password.length > PASSWORD_MAX) throw wrongPassword(field)
	// By address: whoever found a session must not be able to use up the tries of the member it belongs to.
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
