import { createLink } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import { type ButtonLook, buttonClass } from '#look/button-class.ts'
import { classNames } from '#look/class-names.ts'
import { BackIcon } from '#ui/kit/icons.tsx'

type LinkProps = Omit<AriaLinkProps, 'className' | 'children'> & {
	className?: string
	children?: ReactNode
	ref?: Ref<HTMLAnchorElement>
}

// createLink gives these `to`, `params` and `search`, checked against the route tree.

/** Goes somewhere, looks like a Button. */
export const LinkButton = createLink(({ variant, size, isBlock, className, ...props }: LinkProps & ButtonLook) => (
	<AriaLink {...props} className={buttonClass({ variant, size, isBlock }, className)} />
))

/** A link in running text. */
export const TextLink = createLink(({ className, ...props }: LinkProps) => (
	<AriaLink {...props} className={classNames('text-link', className)} />
))

/** An arrow alone; `label` is its name, 'Back' unless told. */
export const BackLink = createLink(({ className, label = 'Back', ...props }: LinkProps & { label?: string }) => (
	<AriaLink {...props} aria-label={label} className={classNames('icon-button -ml-2.5', className)}>
		<BackIcon size={24} />
	</AriaLink>
))

/** A link without a look of its own: rows, the logo. */
export const BareLink = createLink(({ className, ...props }: LinkProps) => (
	<AriaLink {...props} className={classNames('text-inherit no-underline', className)} />
))

/** For addresses outside the app: https://wa.me/…, sms:… */
export function ExternalLinkButton({ variant, size, isBlock, className, ...props }: LinkProps & ButtonLook) {
	return <AriaLink rel="noreferrer" {...props} className={buttonClass({ variant, size, isBlock }, className)} />
}
