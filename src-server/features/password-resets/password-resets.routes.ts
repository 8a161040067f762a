import { Elysia } from 'elysia'
import { OwnUser } from '#contract/accounts.ts'
import { ForgotPassword, PasswordReset, ResetLookup } from '#contract/password-resets.ts'
import { Success } from '#contract/problems.ts'
import { addressKey } from '#server/http/client.ts'
import { type Identity, identified } from '#server/http/identity/identity.ts'
import type { ForgotPasswordService } from './forgot-password.service.ts'
import type { PasswordResetService } from './password-resets.service.ts'

export const passwordResetsRoutes = (services: {
	passwordResets: PasswordResetService
	forgotPassword: ForgotPasswordService
	identity: Identity
}) => {
	const { passwordResets, forgotPassword, identity } = services
	return new Elysia({ name: 'password-resets' })
		.use(identified(identity))
		.post(
			'/forgot-password',
			({ body, client, status }) => {
				forgotPassword.ask(body, addressKey(client))
				return status(202, { success: true as const })
			},
			{ body: ForgotPassword, response: { 202: Success } },
		)
		.get('/password-resets/:token', ({ params, client }) => passwordResets.lookUp(params.token, addressKey(client)), {
			response: ResetLookup,
		})
		.post(
			'/password-resets',
			async ({ body, client, request }) => {
				const user = await passwordResets.reset(body, addressKey(client))
				identity.signIn(request, user.id)
				return user
			},
			{ body: PasswordReset, response: OwnUser },
		)
}
