import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ImportPlan, VerdictImport } from '#contract/imports.ts'
import { OWN_DATA_FILE_MAX_BYTES } from '#contract/own-data-limits.ts'
import { t, tn } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Loaded, Spinner } from '#ui/kit/feedback/loaded.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { findFocus, useFocusAfterRemoval } from '#ui/kit/lost-focus.ts'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { T } from '#ui/kit/t.tsx'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { dayOfMoment, figureInWords, momentInWords } from '#ui/platform/dates-and-figures.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { importsQuery, useImport, useImportPreview, useUndoImport } from './imports.api.ts'
import { sayWhyRefused } from './own-account.api.ts'
import './bring-verdicts.css'

type Step =
	| { kind: 'choose'; problem?: string }
	| { kind: 'looking'; file: File }
	| { kind: 'plan'; file: File; plan: ImportPlan; problem?: string }
	| { kind: 'done'; made: VerdictImport }

/** Members bring the data file that another instance wrote: choose, look at what comes, bring. */
export function BringVerdicts({ me }: { me: RememberedUser }) {
	const [step, setStep] = useState<Step>({ kind: 'choose' })
	const preview = useImportPreview(me.id)
	const bringing = useImport(me.id)

	const lookAt = (file: File) => {
		if (file.size > OWN_DATA_FILE_MAX_BYTES)
			return setStep({
				kind: 'choose',
				problem: t('{name} is larger than 8 MB. Such a logbook does not fit.', { name: file.name }),
			})
		setStep({ kind: 'looking', file })
		preview.mutate(file, {
			onSuccess: (plan) => setStep({ kind: 'plan', file, plan }),
			onError: (error) => setStep({ kind: 'choose', problem: whyNot(error) }),
		})
	}
	const bring = (file: File, plan: ImportPlan) =>
		bringing.mutate(file, {
			onSuccess: (made) => setStep({ kind: 'done', made }),
			onError: (error) => setStep({ kind: 'plan', file, plan, problem: whyNot(error) }),
		})

	return (
		<>
			<p className="mb-4 text-muted">
				{t(
					'Rated rides on another Backseat? Choose the JSON file from Settings there, “Your data”. What you said then stands in My verdicts as “from before”. It counts nowhere: a file is only paper, and paper is patient.',
				)}
			</p>
			{step.kind === 'choose' ? <FileChoice onFile={lookAt} problem={step.problem} /> : null}
			{step.kind === 'looking' ? <Spinner label={t('Leafing through your logbook...')} /> : null}
			{step.kind === 'plan' ? (
				<Plan
					plan={step.plan}
					problem={step.problem}
					isPending={bringing.isPending}
					onBring={() => bring(step.file, step.plan)}
					onCancel={() => setStep({ kind: 'choose' })}
				/>
			) : null}
			{step.kind === 'done' ? <Done made={step.made} onMore={() => setStep({ kind: 'choose' })} /> : null}
			<EarlierImports
				me={me}
				onUndone={(id) => step.kind === 'done' && step.made.id === id && setStep({ kind: 'choose' })}
			/>
		</>
	)
}

const whyNot = (error: unknown) =>
	hasStatus(error, 401)
		? t('Log in again first. Nothing was brought.')
		: serverMessage(error, t('The file did not arrive. Nothing was brought; please try again.'))

function FileChoice({ onFile, problem }: { onFile: (file: File) => void; problem: string | undefined }) {
	const input = useRef<HTMLInputElement>(null)
	const button = useRef<HTMLButtonElement>(null)
	// The buttons of the step before are gone.
	useEffect(() => void findFocus(() => button.current), [])
	const [isOver, setIsOver] = useState(false)
	const drop = (event: DragEvent) => {
		event.preventDefault()
		setIsOver(false)
		const [file] = event.dataTransfer.files
		if (file) onFile(file)
	}
	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file repeats what the button does. */}
			<div
				className="file-drop"
				data-over={isOver || undefined}
				onDragOver={(event) => {
					event.preventDefault()
					setIsOver(true)
				}}
				onDragLeave={() => setIsOver(false)}
				onDrop={drop}
			>
				<Button ref={button} variant="secondary" onPress={() => input.current?.click()}>
					{t('Choose the file')}
				</Button>
				<p className="text-sm text-muted">{t('JSON, up to 8 MB. You see what comes before anything does.')}</p>
				<input
					ref={input}
					type="file"
					accept=".json,application/json"
					aria-label={t('The JSON file')}
					hidden
					onChange={({ currentTarget }) => {
						const [file] = currentTarget.files ?? []
						// The same file can be chosen again after it was mended.
						currentTarget.value = ''
						if (file) onFile(file)
					}}
				/>
			</div>
			{problem === undefined ? null : <Problem title={t('This file stays outside')}>{problem}</Problem>}
		</>
	)
}

const Problem = ({ title, children }: { title: string; children: ReactNode }) => (
	<div className="mt-4">
		<Notice tone="error" title={title}>
			{children}
		</Notice>
	</div>
)

type PlanProps = {
	plan: ImportPlan
	problem: string | undefined
	isPending: boolean
	onBring: () => void
	onCancel: () => void
}

/** Longer lists start closed. */
const DRIVERS_SHOWN = 8

function Plan({ plan, problem, isPending, onBring, onCancel }: PlanProps) {
	const { verdicts, drivers, otherDrivers } = plan
	const heading = useFocused<HTMLHeadingElement>()
	const [areAllShown, setAreAllShown] = useState(drivers.length <= DRIVERS_SHOWN + 1)
	const left = leftOutInWords(plan)
	const isEmpty = verdicts === 0
	return (
		<div>
			<h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
				{isEmpty ? t('Nothing to bring') : tn('# verdict would come along', '# verdicts would come along', verdicts)}
			</h3>
			{isEmpty ? null : (
				<ul aria-label={t('By driver')} className="mt-2">
					{(areAllShown ? drivers : drivers.slice(0, DRIVERS_SHOWN)).map(({ name, verdicts }) => (
						<li key={name} className="brought-driver">
							<span className="wrap-anywhere">{name}</span>
							<span className="font-mono text-sm">{figureInWords(verdicts)}</span>
						</li>
					))}
				</ul>
			)}
			{areAllShown ? null : (
				<Button variant="quiet" size="sm" className="-ms-3.5" onPress={() => setAreAllShown(true)}>
					{tn('All # drivers', 'All # drivers', drivers.length)}
				</Button>
			)}
			{areAllShown && otherDrivers > 0 ? (
				<p className="mt-1 text-sm text-muted">{tn('And # more driver.', 'And # more drivers.', otherDrivers)}</p>
			) : null}
			{left.length > 0 ? (
				<>
					<p className="mt-3 text-sm font-semibold">{t('What stays outside')}</p>
					<ul className="text-sm text-muted">
						{left.map((words) => (
							<li key={words}>{words}</li>
						))}
					</ul>
				</>
			) : null}
			{problem === undefined ? null : <Problem title={t('Nothing was brought')}>{problem}</Problem>}
			<div className="button-pair mt-4">
				{isEmpty ? null : (
					<PendingButton variant="primary" isPending={isPending} onPress={onBring}>
						{isPending ? t('Unloading...') : t('Bring them')}
					</PendingButton>
				)}
				<Button variant="secondary" isDisabled={isPending} onPress={onCancel}>
					{isEmpty ? t('Choose another file') : t('Cancel')}
				</Button>
			</div>
		</div>
	)
}

/** The button that had the focus is gone. */
function useFocused<Element extends HTMLElement>() {
	const focused = useRef<Element>(null)
	useEffect(() => focused.current?.focus(), [])
	return focused
}

const verdictsInWords = (count: number) => tn('# verdict', '# verdicts', count)

function leftOutInWords({ leftOut: { placeholders, sealed, alreadyHere, twiceInFile } }: ImportPlan): string[] {
	const reasons: [number, string][] = [
		[alreadyHere, t('here already', { context: 'after a number of verdicts' })],
		[placeholders, t('a driver added without a verdict', { context: 'after a number of verdicts' })],
		[sealed, t('still sealed when the file was written', { context: 'after a number of verdicts' })],
		[twiceInFile, t('in the file twice', { context: 'after a number of verdicts' })],
	]
	return reasons.flatMap(([count, why]) => (count > 0 ? [`${figureInWords(count)}: ${why}`] : []))
}

function Done({ made, onMore }: { made: VerdictImport; onMore: () => void }) {
	const heading = useFocused<HTMLHeadingElement>()
	const { verdicts, drivers } = made
	return (
		<div>
			<h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
				{t('All aboard')}
			</h3>
			<p className="mt-1 text-muted">
				{drivers === 1
					? tn('# verdict about 1 driver came along.', '# verdicts about 1 driver came along.', verdicts)
					: tn(
							'# verdict about {drivers} drivers came along.',
							'# verdicts about {drivers} drivers came along.',
							verdicts,
							{ drivers: figureInWords(drivers) },
						)}{' '}
				<TextLink to="/verdicts" hash="from-before">
					{t('See them in My verdicts')}
				</TextLink>
			</p>
			<Button variant="quiet" size="sm" className="-ms-3.5 mt-1" onPress={onMore}>
				{t('Bring another file')}
			</Button>
		</div>
	)
}

const NO_IMPORTS: VerdictImport[] = []

function EarlierImports({ me, onUndone }: { me: RememberedUser; onUndone: (id: number) => void }) {
	const query = useQuery(importsQuery(me.id))
	const undo = useUndoImport(me.id)
	const headingId = useId()
	const list = useRef<HTMLUListElement>(null)
	useFocusAfterRemoval(
		query.data ?? NO_IMPORTS,
		(place) => list.current?.querySelectorAll<HTMLElement>('button')[place] ?? document.getElementById('main'),
	)
	const takeBack = ({ id, verdicts }: VerdictImport) =>
		undo.mutate(id, {
			onSuccess: () => {
				onUndone(id)
				toast({
					title: t('Taken back'),
					// Translators: 'from before' is what the app calls verdicts of another Backseat
					description: tn('# verdict from before left again.', '# verdicts from before left again.', verdicts),
				})
			},
			onError: (error) => sayWhyRefused(error, t('They are still here')),
		})
	return (
		<Loaded
			query={query}
			onTheWay={null}
			failed={() => ({
				title: t('The list is stuck in traffic'),
				text: t('What you brought before could not be found out just now.'),
			})}
		>
			{(imports) =>
				imports.length === 0 ? null : (
					<section aria-labelledby={headingId} className="mt-6">
						<h3 id={headingId} className="mb-2 text-lg">
							{t('Brought so far')}
						</h3>
						<ul ref={list} className="flex flex-col gap-2.5">
							{imports.map((made) => (
								<li key={made.id} className="sticker sticker-flat brought-import">
									<div className="min-w-0 grow basis-52">
										<p className="leading-snug font-semibold">{verdictsInWords(made.verdicts)}</p>
										<p className="text-sm text-muted">
											{made.undoUntil ? (
												<T
													text="on {day}, yours to undo until {moment}"
													day={<time dateTime={made.importedAt}>{dayOfMoment(made.importedAt)}</time>}
													moment={momentInWords(made.undoUntil)}
												/>
											) : (
												<T
													text="on {day}"
													day={<time dateTime={made.importedAt}>{dayOfMoment(made.importedAt)}</time>}
												/>
											)}
										</p>
									</div>
									{made.undoUntil ? (
										<PendingButton
											variant="secondary"
											size="sm"
											isPending={undo.isPending && undo.variables === made.id}
											onPress={() => takeBack(made)}
										>
											{t('Take them back')}
										</PendingButton>
									) : null}
								</li>
							))}
						</ul>
					</section>
				)
			}
		</Loaded>
	)
}
