import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { lettersOf } from './letters.ts'

export type PlateProps = { children: ReactNode; className?: string }

export function Plate({ children, className }: PlateProps) {
	return (
		<span className={classNames('plate', className)} data-length={lengthClass(children)}>
			<span className="plate-name">{children}</span>
		</span>
	)
}

function lengthClass(name: ReactNode): 'short' | 'medium' | 'long' | 'endless' {
	const length = typeof name === 'string' ? lettersOf(name).length : 12
	if (length <= 10) return 'short'
	if (length <= 16) return 'medium'
	return length <= 26 ? 'long' : 'endless'
}
