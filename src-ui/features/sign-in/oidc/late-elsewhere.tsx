import { useQuery } from '@tanstack/react-query'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { ElsewhereLogInProps } from './elsewhere-log-in.tsx'

const elsewhereLogIn = latePart<ElsewhereLogInProps>(() =>
	import('./elsewhere-log-in.tsx').then(({ ElsewhereLogIn }) => ElsewhereLogIn),
)

export function LateElsewhere(props: ElsewhereLogInProps) {
	const { oidc, proxy } = useQuery(instanceQuery).data?.signIn ?? {}
	const ElsewhereLogIn = useLatePart(elsewhereLogIn, Boolean(oidc ?? proxy))
	return ElsewhereLogIn ? <ElsewhereLogIn {...props} /> : null
}
