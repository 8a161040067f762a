export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm'
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; isBlock?: boolean }

export const buttonClass = ({ variant = 'primary', size = 'md', isBlock = false }: ButtonLook, extra?: string) =>
	classNames(
		`button button-${size} button-${variant}`,
		variant !== 'quiet' && 'sticker sticker-press',
		isBlock && 'button-block',
		extra,
	)
