import { classNames } from '#look/class-names.ts'

/** The place of something still on its way. Size it with classes. */
export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden="true" className={classNames('skeleton', className)} />
}

/** As high as a driver in the home list, so that nothing jumps when they arrive. */
export function SkeletonRow() {
	return (
		<div aria-hidden="true" data-skeleton-row className="sticker sticker-flat flex items-center gap-3 bg-surface p-3">
			<Skeleton className="size-12 rounded-full" />
			<div className="flex flex-1 flex-col gap-2">
				<Skeleton className="h-4 w-2/5" />
				<Skeleton className="h-3 w-1/4" />
			</div>
		</div>
	)
}
