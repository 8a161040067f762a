import { useEffect, useState } from 'react'
import { Skeleton } from '#ui/kit/feedback/skeleton.tsx'

/** As it will look, or its place while it is being drawn. */
export function PicturePreview({ file, name }: { file: File | undefined; name: string }) {
	const address = useAddressOf(file)
	return (
		<div className="mx-auto aspect-9/16 h-[min(24rem,42dvh)] overflow-hidden rounded-xl border-2 border-outline">
			{address ? (
				<img src={address} alt={`The card of ${name}`} className="size-full object-cover" />
			) : (
				<>
					<Skeleton className="size-full" />
					<p role="status" className="sr-only">
						Drawing the picture…
					</p>
				</>
			)}
		</div>
	)
}

/** Of something in the memory of this page, for as long as it is on the screen. */
export function useAddressOf(file: File | undefined): string | undefined {
	const [address, setAddress] = useState<string>()
	useEffect(() => {
		if (!file) return
		const made = URL.createObjectURL(file)
		setAddress(made)
		return () => {
			setAddress(undefined)
			URL.revokeObjectURL(made)
		}
	}, [file])
	return address
}
