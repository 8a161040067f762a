import { classNames } from '#look/class-names.ts'
import { Logo } from '#look/shapes.tsx'

export function Wordmark({ size = 'md' }: { size?: 'md' | 'lg' }) {
	return (
		<span className={classNames('wordmark', size === 'lg' && 'wordmark-lg')}>
			<Logo size={size === 'lg' ? 112 : 44} />
			<span className="wordmark-name">Backseat</span>
		</span>
	)
}
