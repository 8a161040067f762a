/** A sign beside the road, for the inside of a "notice" whose `data-tone` is the same. */
export function RoadSign({ tone }: { tone: 'info' | 'good' | 'warn' | 'error' }) {
	return (
		<svg aria-hidden="true" width="34" height="34" viewBox="0 0 32 32" className="notice-sign" strokeWidth="2.4">
			{tone === 'info' || tone === 'good' ? <rect x="3" y="3" width="26" height="26" rx="6" /> : null}
			{tone === 'warn' ? <rect x="6" y="6" width="20" height="20" rx="3.5" transform="rotate(45 16 16)" /> : null}
			{tone === 'error' ? (
				<path d="M10.8 3h10.4L29 10.8v10.4L21.2 29H10.8L3 21.2V10.8z" strokeLinejoin="round" />
			) : null}
			<path d={MARKS[tone]} fill="none" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" />
		</svg>
	)
}

const EXCLAMATION = 'M16 9.5v7.5M16 21.8v.1'
const MARKS = { info: 'M16 15v7M16 9.8v.1', good: 'M10 16.5l4.2 4.2L22 12', warn: EXCLAMATION, error: EXCLAMATION }
