const WAY = 'M84 1240C84 1120 44 1060 44 950S96 800 96 690S48 540 48 430S92 280 92 170S60 40 60 -40'

type RoadBesideProps = {
	label: string
	signs: readonly (readonly [title: string, text: string])[]
}

export function RoadBeside({ label, signs }: RoadBesideProps) {
	return (
		<div className="road-beside">
			<svg aria-hidden="true" className="road-beside-map" viewBox="0 0 300 1200" preserveAspectRatio="xMinYMax slice">
				<g className="road-beside-trees">
					<circle cx="262" cy="1150" r="30" />
					<circle cx="226" cy="1176" r="19" />
					<circle cx="14" cy="812" r="21" />
					<circle cx="276" cy="846" r="24" />
					<circle cx="12" cy="572" r="15" />
					<circle cx="282" cy="560" r="17" />
				</g>
				<g fill="none">
					<path d={WAY} className="road-beside-edge" strokeWidth="70" />
					<path d={WAY} className="road-beside-asphalt" strokeWidth="65" />
					<path d={WAY} stroke="#fff6e5" strokeWidth="53" opacity="0.9" />
					<path d={WAY} className="road-beside-asphalt" strokeWidth="49" />
					<path d={WAY} stroke="#ffc62b" strokeWidth="4.5" strokeDasharray="20 16" strokeLinecap="round" />
				</g>
				<Taxi />
			</svg>
			<ul aria-label={label} className="road-beside-signs">
				{signs.map(([title, text]) => (
					<li key={title} className="road-beside-sign">
						<p className="road-beside-title">{title}</p>
						<p className="road-beside-words">{text}</p>
					</li>
				))}
			</ul>
		</div>
	)
}

function Taxi() {
	return (
		<g className="road-beside-car">
			<g transform="translate(77 1088) rotate(-15)" stroke="#1c1a27" strokeWidth="3" strokeLinejoin="round">
				<path d="M-17-22v9M17-22v9M-17 15v9M17 15v9" strokeWidth="7" strokeLinecap="round" />
				<rect x="-17" y="-34" width="34" height="68" rx="11" fill="#ffc62b" />
				<path d="M-11-14c7-4 15-4 22 0l-2 7h-18z" fill="#8fd3ff" />
				<rect x="-12" y="-4" width="24" height="28" rx="6" fill="#1c1a27" />
				<circle cx="-5" cy="3" r="5.5" fill="#19b38a" strokeWidth="2.5" />
				<circle cx="5" cy="16" r="5.5" fill="#f2495c" strokeWidth="2.5" />
				<path d="M-11-31h4M7-31h4" stroke="#fff6e5" strokeWidth="4" strokeLinecap="round" />
			</g>
		</g>
	)
}
