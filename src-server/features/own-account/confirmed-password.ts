import type { UserId } from '#contract/ids.ts'
import { PASSWORD_MAX } from '#contract/names.ts'
import type { Context } from '#server/context.ts'
import { isRightPassword } from '#server/features/accounts/password-check.ts'
import { notSignedIn, Refusal } from '#server/http/problems.ts'

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
	// By address: whoever stole a session must not be able to use up the attempts of its member.
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
