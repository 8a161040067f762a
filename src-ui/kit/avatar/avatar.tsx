import { faces } from '#look/avatar-faces.tsx'
import { classNames } from '#look/class-names.ts'
import { lettersOf } from '#look/letters.ts'

export type AvatarProps = {
	/** 1 to 5; any other value shows the initials. */
	avatarId: number
	name: string
	size?: 'sm' | 'md' | 'lg' | 'xl'
	isUnclaimedGhost?: boolean
	className?: string
}

export const initials = (name: string) =>
	name
		.split(' ')
		.map((word) => lettersOf(word)[0] ?? '')
		.join('')
		.toUpperCase()

export function Avatar({ avatarId, name, size = 'md', isUnclaimedGhost = false, className }: AvatarProps) {
	const Face = faces[avatarId]
	return (
		<span
			aria-hidden="true"
			data-ghost={isUnclaimedGhost || undefined}
			className={classNames('avatar', `avatar-${size}`, className)}
		>
			<span className="avatar-face">{Face ? <Face /> : <span className="avatar-initials">{initials(name)}</span>}</span>
		</span>
	)
}
