import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { plateLength } from './plate-length.ts'

/** A name in capitals. By the rules of the page's language 'Elif' would be 'ELIF' in German and 'ELİF' in Turkish. */
export const Name = ({ children }: { children: ReactNode }) => (
	<bdi lang="" translate="no">
		{children}
	</bdi>
)

type PlateProps = { children: ReactNode; className?: string; isName?: boolean }

export function Plate({ children, className, isName = true }: PlateProps) {
	return (
		<span
			className={classNames('plate', className)}
			data-length={typeof children === 'string' ? plateLength(children) : 'medium'}
		>
			<span className="plate-name">{isName ? <Name>{children}</Name> : children}</span>
		</span>
	)
}
