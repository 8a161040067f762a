import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type PlateProps = { children: ReactNode; className?: string }

/** A licence plate for a name. Long names get smaller, then wrap. */
export function Plate({ children, className }: PlateProps) {
	return (
		<span className={classNames('plate', className)} data-length={lengthClass(children)}>
			<span className="plate-name">{children}</span>
		</span>
	)
}

function lengthClass(name: ReactNode): 'short' | 'medium' | 'long' | 'endless' {
	// By what people see as one character: a family emoji is one, not seven.
	const length = typeof name === 'string' ? [...new Intl.Segmenter().segment(name)].length : 12
	if (length <= 10) return 'short'
	if (length <= 16) return 'medium'
	return length <= 26 ? 'long' : 'endless'
}
