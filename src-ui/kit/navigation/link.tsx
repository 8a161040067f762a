import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { back } from '#contract/first-words/frame.ts'
import { type ButtonLook, buttonClass, classNames } from '#look/class-names.ts'
import { BackIcon } from '#ui/kit/icons.tsx'

type LinkProps = ComponentProps<'a'>

// Plain links, as for buttons (decision 28). createLink adds `to`, `params` and `search`, checked against the route
// tree.

export const LinkButton = createLink(({ variant, size, isBlock, className, ...props }: LinkProps & ButtonLook) => (
	<a {...props} className={buttonClass({ variant, size, isBlock }, className)} />
))

export const TextLink = createLink(({ className, ...props }: LinkProps) => (
	<a {...props} className={classNames('text-link', className)} />
))

export const BackLink = createLink(({ className, href, label = back(), ...props }: LinkProps & { label?: string }) => (
	<a {...props} href={href} aria-label={label} className={classNames('icon-button back-link', className)}>
		<BackIcon size={24} />
	</a>
))

export const BareLink = createLink(({ className, ...props }: LinkProps) => (
	<a {...props} className={classNames('text-inherit no-underline', className)} />
))

export function ExternalLinkButton({ variant, size, isBlock, className, ...props }: LinkProps & ButtonLook) {
	return <a rel="noreferrer" {...props} className={buttonClass({ variant, size, isBlock }, className)} />
}
