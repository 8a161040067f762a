import type { DoctorFinding } from '#contract/host/overview.ts'
import { RoadSign } from '#look/shapes.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'

const HEADING_ID = 'warning-lights'

/** What needs somebody, the worst first. */
export function litOf(findings: DoctorFinding[]): DoctorFinding[] {
	const of = (wanted: DoctorFinding['state']) => findings.filter(({ state }) => state === wanted)
	return [...of('problem'), ...of('warning')]
}

export function WarningLights({ lit }: { lit: DoctorFinding[] }) {
	return (
		<section aria-labelledby={HEADING_ID} className="overview-wide">
			<h2 id={HEADING_ID} className="mb-3">
				Warning lights
			</h2>
			<ul className="flex flex-col gap-3">
				{lit.map((finding) => (
					<li key={finding.about + finding.says}>
						<Light {...finding} />
					</li>
				))}
			</ul>
		</section>
	)
}

/** Looks like a Notice and is no alert: nobody has done anything that it answers. */
function Light({ about, state, says, todo, part }: DoctorFinding) {
	const tone = state === 'problem' ? 'error' : 'warn'
	return (
		<div data-tone={tone} className="notice">
			<RoadSign tone={tone} />
			<div className="overview-light">
				<div className="flex min-w-0 flex-col gap-1 text-[0.9375rem] leading-snug wrap-anywhere">
					<h3 className="font-display text-[1.0625rem] leading-tight font-bold">{about}</h3>
					<p>{says}</p>
					{todo ? (
						<p>
							<span className="font-semibold">Next:</span> {todo}
						</p>
					) : null}
				</div>
				{part === 'backups' ? (
					<LinkButton to="/host/backups" variant="secondary" size="sm" className="flex-none">
						Go to Backups
					</LinkButton>
				) : null}
			</div>
		</div>
	)
}
