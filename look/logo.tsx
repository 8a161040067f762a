import { classNames } from './class-names.ts'

/** A rear-view mirror, and somebody in it who has opinions. Decorative: whoever links it names it. */
export function Logo({ size = 44, className }: { size?: number; className?: string }) {
	return (
		<svg
			aria-hidden="true"
			className={classNames('logo', className)}
			width={size}
			height={(size * 30) / 48}
			viewBox="0 0 48 30"
			stroke="#1c1a27"
			strokeWidth="2.4"
			strokeLinejoin="round"
		>
			<path d="M21 1.5h6l-.8 6h-4.4z" fill="#6a4df5" />
			<path
				d="M6.5 6.5c10-1.8 25-1.8 35 0 3 .6 4.7 2.7 4.3 5.7l-1.3 10c-.4 3.2-2.5 5.2-5.7 5.6-4.3.6-8.3.9-14.8.9s-10.5-.3-14.8-.9c-3.2-.4-5.3-2.4-5.7-5.6l-1.3-10c-.4-3 1.3-5.1 4.3-5.7z"
				fill="#8fd3ff"
			/>
			<path d="M8 20.5l7-10.5M12.5 22l3-4.5" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
			<circle cx="17" cy="18" r="5.8" fill="#fff" />
			<circle cx="31" cy="18" r="5.8" fill="#fff" />
			<g className="logo-pupils" fill="#1c1a27" stroke="none">
				<circle cx="19" cy="18.6" r="2.9" />
				<circle cx="33" cy="18.6" r="2.9" />
			</g>
			<path d="M10.5 12.2c3-2 8-2.4 11-.6M37.5 12.2c-3-2-8-2.4-11-.6" fill="none" strokeLinecap="round" />
		</svg>
	)
}
