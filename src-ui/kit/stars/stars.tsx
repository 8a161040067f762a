import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { tn } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { Radio, RadioGroup } from '#ui/kit/forms/radio-group.tsx'
import { StarShape } from './star-value.tsx'

const fiveStars = [1, 2, 3, 4, 5]
const starName = (stars: number) => tn('# star', '# stars', stars)
const pixels = { tiny: 18, small: 28, medium: 40, large: 52 }

export type StarPickerProps = {
	value: number
	onChange: (value: number) => void
	label: string
	/** If false, only screen readers get it. */
	isLabelVisible?: boolean
	size?: 'small' | 'medium' | 'large'
	isReadOnly?: boolean
	error?: string | null
	name?: string
}

export function StarPicker({
	value,
	onChange,
	label,
	isLabelVisible = false,
	size = 'large',
	isReadOnly = false,
	error,
	name,
}: StarPickerProps) {
	const ownName = useId()
	const [isWobbling, wobble] = useWobble()
	const throwConfetti = useConfetti()

	const choose = (stars: number) => {
		onChange(stars)
		if (stars === 1) wobble()
		if (stars === 5) void throwConfetti()
	}

	return (
		<RadioGroup
			label={label}
			isLabelVisible={isLabelVisible}
			error={error}
			isReadOnly={isReadOnly}
			className="star-picker"
		>
			<div className="star-targets" data-wobbling={isWobbling || undefined}>
				{fiveStars.map((stars) => (
					<Radio
						key={stars}
						name={name ?? ownName}
						value={String(stars)}
						isChosen={stars === value}
						onChoose={() => choose(stars)}
						isReadOnly={isReadOnly}
						aria-label={starName(stars)}
						className="star-target"
						data-readonly={isReadOnly || undefined}
						style={{ '--nth': stars } as CSSProperties}
					>
						<StarShape size={pixels[size]} />
					</Radio>
				))}
			</div>
		</RadioGroup>
	)
}

function useWobble(): [boolean, () => void] {
	const [isWobbling, setIsWobbling] = useState(false)
	useEffect(() => {
		if (!isWobbling) return
		const timer = setTimeout(() => setIsWobbling(false), 500)
		return () => clearTimeout(timer)
	}, [isWobbling])
	return [isWobbling, () => setIsWobbling(true)]
}

const CONFETTI_MS = 3000

/** Stops after three seconds whatever the frame rate, or when the stars unmount. The library loads at first use. */
function useConfetti(): () => Promise<void> {
	const isHere = useRef(false)
	const sweep = useRef<() => void>(() => undefined)
	useEffect(() => {
		isHere.current = true
		return () => {
			isHere.current = false
			sweep.current()
		}
	}, [])
	return async () => {
		try {
			const { default: confetti } = await import('canvas-confetti')
			if (!isHere.current) return
			// No worker: the library would load it from a blob: URL, which the CSP blocks.
			const cannon = confetti.create(undefined, { useWorker: false, resize: true, disableForReducedMotion: true })
			const timer = setTimeout(() => sweep.current(), CONFETTI_MS)
			sweep.current()
			sweep.current = () => {
				clearTimeout(timer)
				cannon.reset()
			}
			await cannon({
				particleCount: 100,
				spread: 70,
				origin: { y: 0.6 },
				colors: ['#ffc62b', '#f2495c', '#19b38a', '#6a4df5', '#8fd3ff'],
			})
		} catch (error) {
			console.warn('No confetti', error)
		}
	}
}

export function StarRow({
	value,
	size = 'small',
	className,
}: {
	value: number
	size?: keyof typeof pixels
	className?: string
}) {
	return (
		<div
			role="img"
			aria-label={tn('# star out of 5', '# stars out of 5', value)}
			className={classNames('star-row', className)}
		>
			{fiveStars.map((stars) => (
				<span key={stars} className="star" data-filled={stars <= value || undefined}>
					<StarShape size={pixels[size]} />
				</span>
			))}
		</div>
	)
}
