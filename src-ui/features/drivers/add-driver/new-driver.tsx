import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import type { NewDriverState } from './use-new-driver.ts'

const FORM_ID = 'new-driver'
const SECOND_LABEL_MS = 1200

/** The tab for people who are not on Backseat. */
export function NewDriver({ newDriver, autoFocus }: { newDriver: NewDriverState; autoFocus: boolean }) {
	return (
		<form id={FORM_ID} autoComplete="off" className="flex flex-col gap-4" {...newDriver.form.props}>
			<h2>Adding someone who is not on Backseat yet?</h2>
			<TextField
				label="Name"
				hint="A nickname will do. It can be changed later."
				placeholder="e.g. Uncle Bob"
				autoComplete="off"
				value={newDriver.name}
				autoFocus={autoFocus}
				{...newDriver.form.field('driverName', newDriver.setName)}
			/>
			<NamesakeNotice name={newDriver.name} />
		</form>
	)
}

/** Stays in the page under the tabs. */
export function AddNewDriver({ newDriver }: { newDriver: NewDriverState }) {
	return (
		<PendingButton type="submit" form={FORM_ID} isBlock isPending={newDriver.isPending}>
			{newDriver.isPending ? <PendingLabel /> : 'Add Driver'}
		</PendingButton>
	)
}

function PendingLabel() {
	const [isTakingLong, setIsTakingLong] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setIsTakingLong(true), SECOND_LABEL_MS)
		return () => clearTimeout(timer)
	}, [])
	return isTakingLong ? 'Setting up profile...' : 'Buckle up...'
}

/** Two Uncle Bobs are fine, but perhaps it is the one they have. */
function NamesakeNotice({ name }: { name: string }) {
	const { data: home } = useQuery(homeQuery)
	const typed = name.trim().toLowerCase()
	const namesake = home?.drivers.find((driver) => nameOf(driver).toLowerCase() === typed)
	if (!namesake) return null
	return (
		<Notice
			tone="info"
			title={`You have a ${nameOf(namesake)} already`}
			action={
				<TextLink to="/rating/$id" params={{ id: namesake.id }}>
					Rate that one
				</TextLink>
			}
		>
			Is this another one? Then go ahead.
		</Notice>
	)
}
