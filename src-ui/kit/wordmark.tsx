import { classNames } from '#look/class-names.ts'
import { Logo } from '#look/shapes.tsx'

export function Wordmark({ size = 'md' }: { size?: 'md' | 'lg' }) {
	return (
		<span className={classNames('inline-flex items-center gap-2.5', size === 'lg' && 'flex-col sm:flex-row')}>
			<Logo size={size === 'lg' ? 112 : 44} />
			<span
				className={classNames(
					'font-display font-extrabold tracking-tight',
					size === 'lg' ? 'text-[min(3rem,18vw)]' : 'text-2xl',
				)}
			>
				Backseat
			</span>
		</span>
	)
}
