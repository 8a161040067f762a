/** A car that will not go on, hood up, warning triangle out. */
export function BreakdownArt() {
	return (
		<svg
			aria-hidden="true"
			width="190"
			height="130"
			viewBox="0 0 190 130"
			className="text-outline"
			stroke="#1c1a27"
			strokeWidth="3"
			strokeLinejoin="round"
			strokeLinecap="round"
		>
			<clipPath id="breakdown-frame">
				<rect x="2" y="2" width="186" height="126" rx="18" />
			</clipPath>
			<g clipPath="url(#breakdown-frame)">
				<path d="M0 0h190v90H0z" className="fill-sky" stroke="none" />
				<path d="M-4 92c30-30 60-30 84-8 24-26 66-26 114 4v10H-4z" className="fill-mint" />
				<path d="M-4 94h198v40H-4z" className="fill-asphalt" />
				<path d="M8 116h22M48 116h22M88 116h22M128 116h22M168 116h22" stroke="#ffc62b" strokeWidth="4" />
				<path d="M52 44c-7-5-3-13 4-12-1-8 10-11 14-4 7-4 14 3 10 9 6 3 3 11-4 10H58c-3 0-5-1-6-3z" fill="#fffdf8" />
				<path d="M66 62L44 40" strokeWidth="4" />
				<path
					d="M40 96V76c0-5 3-8 8-9l18-3 14-18c2-3 4-4 8-4h22c4 0 7 1 9 4l13 19c7 1 11 5 11 12v19z"
					className="fill-brake"
				/>
				<path d="M76 64l10-13c1-2 2-2 4-2h7v15zM104 64V49h6c2 0 3 1 4 2l9 13z" className="fill-sky" />
				<path d="M42 79h9" className="stroke-taxi" strokeWidth="5" />
				<g fill="#1c1a27" stroke="#fff6e5">
					<circle cx="64" cy="96" r="11" />
					<circle cx="121" cy="96" r="11" />
				</g>
				<path d="M164 84l13 22h-26z" className="fill-taxi" />
				<path d="M164 92v6M164 102v.1" strokeWidth="3.4" />
			</g>
			<rect x="2" y="2" width="186" height="126" rx="18" fill="none" stroke="currentColor" />
		</svg>
	)
}
