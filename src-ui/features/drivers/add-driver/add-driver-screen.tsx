import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { t } from '#contract/text.ts'
import { useAccountFirst } from '#ui/features/sign-in/sign-up/use-account-first.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Tabs } from '#ui/kit/navigation/tabs.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { RoadBeside } from '#ui/kit/page/road-beside.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import type { AddDriverSearch, AddDriverTab } from './add-driver-search.ts'
import { AddFoundDriver, FindDriver, useFindDriver } from './find-driver.tsx'
import { AddNewDriver, NewDriver, useNewDriver } from './new-driver.tsx'

export function AddDriverScreen({ tab = 'find', name = '' }: AddDriverSearch) {
	const viewer = useViewer()
	if (viewer.kind === 'visitor') return <VisitorsCannotAdd />
	return <AddDriver tab={tab} lookedFor={name} me={viewer.user} isLost={viewer.kind === 'lost'} />
}

type AddDriverProps = { tab: AddDriverTab; lookedFor: string; me: RememberedUser; isLost: boolean }

/** Form state lives above the tabs so that switching tabs keeps it. */
function AddDriver({ tab, lookedFor, me, isLost }: AddDriverProps) {
	const navigate = useNavigate()
	const { asMember, dialog } = useAccountFirst()
	const find = useFindDriver(me, asMember, lookedFor)
	const newDriver = useNewDriver(asMember, lookedFor)
	const openTab = (tab: AddDriverTab) =>
		void navigate({ to: '/add-driver', search: { tab }, replace: true, resetScroll: false })
	const addButton = useRef<HTMLButtonElement>(null)
	const [isNameFilledIn, setIsNameFilledIn] = useState(lookedFor !== '')
	const addAsNew = (name: string) => {
		newDriver.setName(name)
		setIsNameFilledIn(true)
		openTab('new')
	}
	return (
		<Page
			lead={<RoadBeside label={t('How it goes on from here')} signs={HOW_IT_GOES_ON} />}
			actionBelow="content"
			action={
				<>
					{tab === 'find' ? (
						<AddFoundDriver ref={addButton} find={find} me={me} />
					) : (
						<AddNewDriver newDriver={newDriver} />
					)}
					<CancelLink />
				</>
			}
		>
			<PageTitle>{t('Add Driver')}</PageTitle>
			{dialog}
			<div className="flex flex-col gap-5">
				<h1>{t('Add Driver')}</h1>
				{isLost ? (
					<Notice tone="warn">{t('Your account needs to be recreated. Add a driver to fix this issue.')}</Notice>
				) : null}
				<Tabs
					label={t('How to add a driver')}
					selected={tab}
					onChange={(tab) => {
						setIsNameFilledIn(false)
						openTab(tab)
					}}
					items={[
						{
							id: 'find',
							// Translators: a tab of two side by side, at most 20 characters
							title: t('Find Driver'),
							content: (
								<FindDriver
									find={find}
									me={me}
									autoFocus={isNameFilledIn}
									onAddAsNew={addAsNew}
									onFacePicked={() => addButton.current?.focus()}
								/>
							),
						},
						// Translators: a tab of two side by side, at most 20 characters
						{
							id: 'new',
							title: t('New Driver'),
							content: <NewDriver newDriver={newDriver} autoFocus={isNameFilledIn} />,
						},
					]}
				/>
			</div>
		</Page>
	)
}

const HOW_IT_GOES_ON = [
	[t('Pick a driver'), t('Somebody from here, or somebody new.')],
	[t('Rate the ride'), t('Stars, and three taps.')],
	[t('Hand over the link'), t('A new driver claims the ratings with it.')],
] as const

function VisitorsCannotAdd() {
	return (
		<Page
			action={
				<>
					<LinkButton to="/auth" isBlock>
						{t('Login or Sign Up')}
					</LinkButton>
					<CancelLink />
				</>
			}
		>
			<PageTitle>{t('Add Driver')}</PageTitle>
			<h1>{t('Add Driver')}</h1>
			<EmptyState title={t('You must be logged in to add a driver')}>
				{t('It takes a username and a password, and then the whole car park is yours.')}
			</EmptyState>
		</Page>
	)
}

function CancelLink() {
	return (
		<LinkButton to="/home" variant="secondary" isBlock>
			{t('Cancel')}
		</LinkButton>
	)
}
