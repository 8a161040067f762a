import { faces } from '#look/avatar-faces.tsx'
import { classNames } from '#look/class-names.ts'

export type AvatarProps = {
	/** 1 to 5; for any other the initials are shown. */
	avatarId: number
	name: string
	size?: 'sm' | 'md' | 'lg' | 'xl'
	/** A driver without an account: faint, with a pulsing dashed edge. */
	isUnclaimedGhost?: boolean
	className?: string
}

const sizes = { sm: 'size-8 text-xs', md: 'size-12 text-base', lg: 'size-20 text-2xl', xl: 'size-32 text-4xl' }

/** The first letter of each word, in capitals. */
export const initials = (name: string) =>
	name
		.split(' ')
		.map((word) => {
			const [letter] = new Intl.Segmenter().segment(word)
			return letter?.segment ?? ''
		})
		.join('')
		.toUpperCase()

/** Decorative: the name is beside it. */
export function Avatar({ avatarId, name, size = 'md', isUnclaimedGhost = false, className }: AvatarProps) {
	const Face = faces[avatarId]
	return (
		<span
			aria-hidden="true"
			data-ghost={isUnclaimedGhost || undefined}
			className={classNames('avatar', sizes[size], className)}
		>
			<span className="avatar-face">{Face ? <Face /> : <span className="avatar-initials">{initials(name)}</span>}</span>
		</span>
	)
}
