import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm'
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; isBlock?: boolean }

const variants: Record<ButtonVariant, string> = {
	primary: 'sticker sticker-press button-primary',
	secondary: 'sticker sticker-press button-secondary',
	danger: 'sticker sticker-press button-danger',
	quiet: 'button-quiet',
}

const sizes: Record<ButtonSize, string> = {
	md: 'min-h-12 px-5 py-2 text-[1.0625rem]',
	sm: 'min-h-11 px-3.5 py-1.5 text-[0.9375rem]',
}

/** Buttons and links that look like buttons share this. */
export const buttonClass = ({ variant = 'primary', size = 'md', isBlock = false }: ButtonLook, extra?: string) =>
	classNames('button', sizes[size], variants[variant], isBlock && 'w-full', extra)
