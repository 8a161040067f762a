import type { ButtonVariant } from '#look/button-class.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'

export function BackToHome({ variant = 'secondary' }: { variant?: ButtonVariant }) {
	return (
		<LinkButton to="/home" variant={variant} isBlock>
			Back to Home
		</LinkButton>
	)
}
