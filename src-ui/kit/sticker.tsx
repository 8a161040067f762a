import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Anything cut out and stuck on: thick outline, hard shadow. For things to press, use Button or a link with class 'sticker sticker-press'. */
export function Sticker({ children, className }: { children: ReactNode; className?: string }) {
	return <div className={classNames('sticker bg-surface p-4', className)}>{children}</div>
}
