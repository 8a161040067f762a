import type { DoctorFinding } from '#contract/host/overview.ts'
import { fill, formOf, inFigures, type MarkedText, messageInWords, t } from '#contract/text.ts'
import { RoadSign } from '#look/shapes.tsx'
import { useAcceptLight } from '#ui/features/host/host.api.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'

const HEADING_ID = 'warning-lights'

/** The sentences of a finding, in the page's language where it has texts. */
export const findingInWords = ({ says, todo, texts }: DoctorFinding) => ({
	says: inPageLanguage(says, texts?.says),
	todo: todo && inPageLanguage(todo, texts?.todo),
})

function inPageLanguage(inEnglish: string, marked: MarkedText | undefined): string {
	if (!marked) return inEnglish
	const { text, plural, count, values } = marked
	const words =
		plural === undefined || count === undefined
			? messageInWords(text)
			: formOf(text, plural, count).replace('#', inFigures(count))
	return fill(words, values)
}

/** Open findings, worst first, without those that a host has accepted. */
export function litOf(findings: DoctorFinding[]): DoctorFinding[] {
	const of = (wanted: DoctorFinding['state']) => findings.filter(({ state, accepted }) => state === wanted && !accepted)
	return [...of('problem'), ...of('warning')]
}

export function WarningLights({ lit }: { lit: DoctorFinding[] }) {
	return (
		<section aria-labelledby={HEADING_ID} className="overview-wide">
			<h2 id={HEADING_ID} className="mb-3">
				{t('Warning lights')}
			</h2>
			<ul className="flex flex-col gap-3">
				{lit.map((finding) => (
					<li key={finding.about + finding.says}>
						<Light finding={finding} />
					</li>
				))}
			</ul>
		</section>
	)
}

/** Styled like a Notice but without its alert role, because it is not a response to an act. */
function Light({ finding }: { finding: DoctorFinding }) {
	const { state, part, key: lightKey } = finding
	const about = messageInWords(finding.about)
	const { says, todo } = findingInWords(finding)
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
							{/* Translators: before what the host can do about a warning light */}
							<span className="font-semibold">{t('Next:')}</span> {todo}
						</p>
					) : null}
				</div>
				<div className="flex flex-none flex-wrap gap-2 empty:hidden">
					{part === 'backups' ? (
						<LinkButton to="/host/backups" variant="secondary" size="sm">
							{t('Go to Backups')}
						</LinkButton>
					) : null}
					{lightKey === null ? null : <FineForUs lightKey={lightKey} about={about} />}
				</div>
			</div>
		</div>
	)
}

function FineForUs({ lightKey, about }: { lightKey: string; about: string }) {
	const accept = useAcceptLight()
	return (
		<>
			<PendingButton
				variant="quiet"
				size="sm"
				isPending={accept.isPending}
				className="first:-ms-3.5"
				aria-label={t('Fine for us: {about}', { about })}
				onPress={() => accept.run({ key: lightKey, about })}
			>
				{t('Fine for us')}
			</PendingButton>
			{accept.error ? (
				<p role="alert" className="basis-full font-semibold text-bad">
					{serverMessage(accept.error, t('That did not work. Please try again.'))}
				</p>
			) : null}
		</>
	)
}
