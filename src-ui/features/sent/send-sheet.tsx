import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Button, TryAgain } from '#ui/kit/button.tsx'
import { Notice, Skeleton } from '#ui/kit/feedback/notice.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { canShare } from '#ui/platform/sharing/share.ts'
import { type Addressee, pathQuery } from './addressees.ts'
import { cardOf } from './card-to-send.ts'
import { NO_ANSWER, SendAtOnce } from './send-at-once.tsx'

export type SendSheetProps = {
	title: string
	to: readonly Addressee[]
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
}

export const SendSheet = ({ title, to, isOpen, onOpenChange }: SendSheetProps) => (
	<Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
		<div className="flex flex-col gap-4">
			<SendList to={to} />
			<Suspense>
				<OnlyHere />
			</Suspense>
		</div>
	</Dialog>
)

export type CardSheetProps = Pick<SendSheetProps, 'isOpen' | 'onOpenChange'> & { driver: PublicUser }

export const CardSheet = ({ driver, ...sheet }: CardSheetProps) => (
	<SendSheet title={t("{driver}'s card", { driver: nameOf(driver) })} to={[cardOf(driver)]} {...sheet} />
)

const OnlyHere = () => (useAddressForOthers().isThisMachineOnly ? <OnlyThisComputer /> : null)

/** One tap each where the device has a share sheet. Elsewhere the chosen one shows the ways to send it. */
export function SendList({ to }: Pick<SendSheetProps, 'to'>) {
	const [chosen, setChosen] = useState(to.length === 1 ? 0 : null)
	return (
		<ul className="flex flex-col gap-3">
			{to.map((one, index) => (
				<li key={one.label} className="flex flex-col gap-2">
					{canShare() ? (
						<SendNow to={one} isMain={index === 0} />
					) : (
						<Choice
							to={one}
							isAlone={to.length === 1}
							isMain={index === 0}
							isChosen={chosen === index}
							onChoose={() => setChosen(chosen === index ? null : index)}
						/>
					)}
				</li>
			))}
		</ul>
	)
}

function SendNow({ to, isMain }: { to: Addressee; isMain: boolean }) {
	const note = useId()
	return (
		<>
			<SendAtOnce
				to={to}
				isBlock
				variant={isMain ? 'primary' : 'secondary'}
				{...(to.note !== undefined && { 'aria-describedby': note })}
			>
				<Label of={to} />
			</SendAtOnce>
			<Note id={note} to={to} />
		</>
	)
}

/** A name may be one long word. */
const Label = ({ of: { label } }: { of: Addressee }) => <span className="min-w-0 wrap-anywhere">{label}</span>

/** Centred below a button, but not below a plain label. */
const Note = ({ id, to, isBelowButton = true }: { id: string; to: Addressee; isBelowButton?: boolean }) =>
	to.note === undefined ? null : (
		<p id={id} className={classNames('text-sm text-muted', isBelowButton && 'text-center')}>
			{to.note}
		</p>
	)

type ChoiceProps = { to: Addressee; isAlone: boolean; isMain: boolean; isChosen: boolean; onChoose: () => void }

function Choice({ to, isAlone, isMain, isChosen, onChoose }: ChoiceProps) {
	const [note, ways] = [useId(), useId()]
	return (
		<>
			{isAlone ? (
				<p className="font-bold wrap-anywhere">{to.label}</p>
			) : (
				<Button
					isBlock
					variant={isMain ? 'primary' : 'secondary'}
					aria-expanded={isChosen}
					aria-controls={isChosen ? ways : undefined}
					{...(to.note !== undefined && { 'aria-describedby': note })}
					onPress={onChoose}
				>
					<Label of={to} />
				</Button>
			)}
			<Note id={note} to={to} isBelowButton={!isAlone} />
			{isChosen ? (
				<div id={ways} className="flex flex-col gap-3">
					<Suspense fallback={<WaysOnTheWay to={to} />}>
						<Ways to={to} isAlone={isAlone} />
					</Suspense>
				</div>
			) : null}
		</>
	)
}

function Ways({ to, isAlone }: Pick<ChoiceProps, 'to' | 'isAlone'>) {
	const { address } = useAddressForOthers()
	const path = useQuery({ ...pathQuery(to), retryOnMount: false })
	if (path.isError && !path.isFetching)
		return (
			<Notice tone="warn" title={t('Not sent')} action={<TryAgain onPress={() => void path.refetch()} />}>
				{serverMessage(path.error, NO_ANSWER)}
			</Notice>
		)
	if (path.data === undefined)
		return (
			<>
				<WaysOnTheWay to={to} />
				<p role="status" className="sr-only">
					{t('Printing the link…')}
				</p>
			</>
		)
	const link = address + path.data
	return (
		<>
			{to.codeLabel === undefined ? null : (
				<div className="mx-auto rounded-xl border-2 border-outline bg-white p-1">
					<LinkQrCode link={link} label={to.codeLabel} atLeast={240} />
				</div>
			)}
			<SharingButtons isMain={isAlone} what={{ title: to.title, text: to.text, url: link }} onShared={to.onSent} />
		</>
	)
}

const WaysOnTheWay = ({ to }: { to: Addressee }) => (
	<>
		{to.codeLabel === undefined ? null : <Skeleton className="mx-auto size-60" />}
		<Skeleton className="h-12 w-full" />
		<Skeleton className="h-11 w-full" />
	</>
)
