import { askForReset, lookUpReset, resetPassword } from '#contract/password-resets.ts'
import { route } from '#server/http/calls/route.ts'
import { addressKey } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import type { ForgotPasswordService } from './forgot-password.service.ts'
import type { PasswordResetService } from './password-resets.service.ts'

export const passwordResetsRoutes = (services: {
	passwordResets: PasswordResetService
	forgotPassword: ForgotPasswordService
	identity: Identity
}) => {
	const { passwordResets, forgotPassword, identity } = services
	return [
		route(askForReset, ({ body, client }) => {
			forgotPassword.ask(body, addressKey(client))
			return { success: true as const }
		}),
		route(lookUpReset, ({ params, client }) => passwordResets.lookUp(params.token, addressKey(client))),
		route(resetPassword, async ({ body, client, request }) => {
			const user = await passwordResets.reset(body, addressKey(client))
			identity.signIn(request, user.id)
			return user
		}),
	]
}
