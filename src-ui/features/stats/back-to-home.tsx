import type { ButtonLook } from '#look/class-names.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'

export function BackToHome({ variant = 'secondary', size }: ButtonLook) {
	return (
		<LinkButton to="/home" variant={variant} size={size} isBlock>
			Back to Home
		</LinkButton>
	)
}
