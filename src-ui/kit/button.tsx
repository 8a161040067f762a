import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { t } from '#contract/text.ts'
import { type ButtonLook, buttonClass, classNames } from '#look/class-names.ts'
import { useTooltip } from '#ui/kit/overlays/tooltip.tsx'

type PlainButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
	onPress?: () => void
	isDisabled?: boolean
}

/**
 * A native button. React Aria's costs 10 KB of the first load (decision 28); its press handling is needed only where
 * work starts (PendingButton) or another React Aria component requires its button.
 */
function PlainButton({ onPress, isDisabled = false, type = 'button', ...props }: PlainButtonProps) {
	const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
		// Safari does not focus a clicked button, so a dialog could not return the focus to it.
		currentTarget.focus({ preventScroll: true })
		onPress?.()
	}
	return <button {...props} type={type} disabled={isDisabled} data-disabled={isDisabled || undefined} onClick={press} />
}

type ButtonProps = PlainButtonProps & ButtonLook

export function Button({ variant, size, isBlock, className, ...props }: ButtonProps) {
	return <PlainButton {...props} className={buttonClass({ variant, size, isBlock }, className)} />
}

export const TryAgain = ({ onPress }: { onPress: () => void }) => (
	<Button variant="secondary" size="sm" onPress={onPress}>
		{t('Try again')}
	</Button>
)

type IconButtonProps = Omit<PlainButtonProps, 'children' | 'aria-label'> & {
	label: string
	children: ReactNode
}

export function IconButton({ label, children, className, onFocus, onKeyDown, ...props }: IconButtonProps) {
	const { trigger, tooltip } = useTooltip(label)
	return (
		<>
			<PlainButton
				{...trigger}
				{...props}
				onFocus={(event) => {
					trigger.onFocus(event)
					onFocus?.(event)
				}}
				onKeyDown={(event) => {
					trigger.onKeyDown()
					onKeyDown?.(event)
				}}
				aria-label={label}
				className={classNames('icon-button', className)}
			>
				{children}
			</PlainButton>
			{tooltip}
		</>
	)
}
