import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { plateLength } from './plate-length.ts'

export type PlateProps = { children: ReactNode; className?: string }

export function Plate({ children, className }: PlateProps) {
	return (
		<span
			className={classNames('plate', className)}
			data-length={typeof children === 'string' ? plateLength(children) : 'medium'}
		>
			<span className="plate-name">{children}</span>
		</span>
	)
}
