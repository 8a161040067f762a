import type { DoctorFinding } from '#contract/host/overview.ts'

/** What is fine, folded, and what nobody has looked at from here. */
export function ChecksMade({ findings }: { findings: DoctorFinding[] }) {
	const fine = findings.filter(({ state }) => state === 'ok' || state === 'unknown')
	return (
		<details className="overview-wide checks-made">
			<summary>{fine.length === 1 ? '1 check is fine' : `${fine.length} checks are fine`}</summary>
			<dl>
				{fine.map(({ about, state, says }) => (
					<div key={about}>
						<dt>{about}</dt>
						<dd>{state === 'unknown' ? `cannot be told: ${says}` : says}</dd>
					</div>
				))}
			</dl>
			<p>
				This is what can be checked while driving. In a terminal, <code>backseat doctor</code> looks at more: whether
				every page of the data is whole, and whether the public address leads here.
			</p>
		</details>
	)
}
