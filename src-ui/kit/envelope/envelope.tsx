import { useId } from 'react'
import { t } from '#contract/text.ts'
import { STAR_OUTLINE } from '#look/star-outline.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import './envelope.css'

type EnvelopeProps = {
	label?: string
	name: string
	avatarId: number
	isOpen?: boolean
	/** Number of strips torn off so far; each change shakes the envelope and shows the next strip. */
	torn?: number
	strip?: 'stars' | string | null
}

// Translators: on an envelope, above the name: 'For Uncle Bob'
export function Envelope({ label = t('For'), name, avatarId, isOpen = false, torn = 0, strip = null }: EnvelopeProps) {
	const id = useId()
	return (
		<div aria-hidden="true" className="envelope" data-open={isOpen || undefined} data-jolt={torn % 2}>
			<svg aria-hidden="true" className="envelope-layer" viewBox="0 0 320 200">
				<defs>
					<pattern id={`${id}lining`} width="20" height="20" patternUnits="userSpaceOnUse" stroke="none">
						<path d="M0 0h20v20H0z" fill="#6a4df5" />
						<path d="M0 0h10v10H0zM10 10h10v10H10z" fill="#5233d9" />
					</pattern>
				</defs>
				<rect className="envelope-shadow" x="5" y="5" width="320" height="200" rx="12" />
				<g className="envelope-flap-open">
					<path d="M4 12L147-86q13-9 26 0L316 12z" fill="#fffdf8" />
					<path d="M26 8L150-77q10-7 20 0L294 8z" fill={`url(#${id}lining)`} stroke="none" />
				</g>
				<rect x="1.5" y="1.5" width="317" height="197" rx="11" fill={`url(#${id}lining)`} />
			</svg>
			{isOpen && strip !== null ? (
				<div key={torn} className="envelope-strip">
					<span className="envelope-strip-words">{strip === 'stars' ? <HollowStars /> : strip}</span>
				</div>
			) : null}
			<svg aria-hidden="true" className="envelope-layer" viewBox="0 0 320 200">
				<defs>
					<pattern
						id={`${id}airmail`}
						width="48"
						height="20"
						patternUnits="userSpaceOnUse"
						patternTransform="skewX(-30)"
						stroke="none"
					>
						<path d="M0 0h14v20H0z" fill="#f2495c" />
						<path d="M24 0h14v20H24z" fill="#6a4df5" />
					</pattern>
					<clipPath id={`${id}left`}>
						<path d="M120 60h38l6 14-9 11 8 14-9 12 7 13-5 16h-36z" />
					</clipPath>
					<clipPath id={`${id}right`}>
						<path d="M200 60h-42l6 14-9 11 8 14-9 12 7 13-5 16h44z" />
					</clipPath>
				</defs>
				<path
					d="M1.5 12c0-4 2-6 4-4.5L146 92q14 9 28 0L314.5 7.5c2-1.5 4 .5 4 4.5v175.5q0 11-11 11H12.5q-11 0-11-11z"
					fill="#fffdf8"
				/>
				<path d="M3 184h314v3.5q0 9.5-9.5 9.5h-295Q3 197 3 187.5z" fill={`url(#${id}airmail)`} stroke="none" />
				<path
					className="envelope-postmark"
					d="M196 142q8-5 16 0t16 0 16 0 16 0M196 151q8-5 16 0t16 0 16 0 16 0M196 160q8-5 16 0t16 0 16 0 16 0"
					fill="none"
					stroke="#b9ab8f"
					strokeWidth="2"
				/>
				<g className="envelope-flap">
					<path d="M8 1.5h304c5 0 7 5 3 8L174 106q-14 10-28 0L5 9.5c-4-3-2-8 3-8z" fill="#fff3d6" />
				</g>
				{(['left', 'right'] as const).map((half) => (
					<g key={half} className={`envelope-seal envelope-seal-${half}`} clipPath={`url(#${id}${half})`}>
						<path d={WAX} fill="#f2495c" />
						<circle cx="160" cy="100" r="18.5" fill="none" stroke="#a31c31" strokeWidth="2" />
						<path d={STAR_OUTLINE} transform="translate(146.8 86.2) scale(1.1)" fill="#ffc62b" strokeWidth="2" />
					</g>
				))}
			</svg>
			<div className="envelope-address" data-long={name.length > 24 || undefined}>
				<span className="envelope-to">{label}</span>
				<span className="envelope-name">{name}</span>
			</div>
			<div className="envelope-postage">
				<Avatar avatarId={avatarId} name={name} size="sm" />
			</div>
		</div>
	)
}

const HollowStars = () => (
	<>
		{[1, 2, 3, 4, 5].map((star) => (
			<svg key={star} aria-hidden="true" viewBox="0 0 24 24">
				<path d={STAR_OUTLINE} />
			</svg>
		))}
	</>
)

const WAX = `${Array.from({ length: 67 }, (_, step) => {
	const angle = (step / 66) * 2 * Math.PI
	const radius = 26.5 + 2.1 * Math.sin(11 * angle) + 1.1 * Math.sin(3 * angle)
	const [x, y] = [160 + radius * Math.cos(angle), 100 + radius * Math.sin(angle)]
	return `${step === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
}).join('')}z`
