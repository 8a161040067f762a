import { useQuery } from '@tanstack/react-query'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { ForgotPassword } from '#ui/features/password-resets/forgot-password.tsx'
import { LogInForm, type LogInFormProps } from './log-in-form.tsx'

/** The form, and below it the way for those who have forgotten their password. */
export function LogIn(props: LogInFormProps) {
	const { data: instance } = useQuery(instanceQuery)
	return (
		<div className="flex flex-col gap-3">
			<LogInForm {...props} />
			{instance?.mail ? <ForgotPassword username={props.username} /> : null}
			{instance?.mail === false ? (
				<p className="text-center text-sm text-muted">
					Forgot your password? Ask whoever runs this Backseat: they can give you a link.
				</p>
			) : null}
		</div>
	)
}
