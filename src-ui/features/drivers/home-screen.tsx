import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { RecreateAccountDialog } from '#ui/features/accounts/recreate-account-dialog.tsx'
import { sessionQuery, useSession } from '#ui/features/accounts/session.ts'
import { track } from '#ui/features/analytics/track.ts'
import { Button } from '#ui/kit/button.tsx'
import { LinkButton } from '#ui/kit/link.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Page } from '#ui/kit/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { queryClient } from '#ui/platform/query-client.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { DriverList } from './driver-list.tsx'
import { NewRatingPopup } from './new-rating-popup.tsx'

export function HomeScreen() {
	const session = useSession()
	useEffect(() => track('home_page_viewed', campaignIn(window.location.search)), [])
	return (
		<Page action={<AddDriverAction />}>
			<PageTitle>Home</PageTitle>
			<div className="flex flex-col gap-5">
				<h1>Who are you rating today?</h1>
				{session.kind === 'lost' ? (
					<Notice tone="warn">Your account needs to be recreated. Add a driver to fix this issue.</Notice>
				) : null}
				<DriverList />
				{session.kind === 'visitor' || session.kind === 'ended' ? (
					<p className="text-center text-muted">
						Don't let your ratings disappear into traffic. Log in to save your ratings.
					</p>
				) : null}
			</div>
			{session.kind === 'member' ? <NewRatingPopup user={session.user} /> : null}
		</Page>
	)
}

function AddDriverAction() {
	const session = useSession()
	if (session.kind === 'member')
		return (
			<LinkButton to="/add-driver" isBlock>
				+ Add Driver
			</LinkButton>
		)
	if (session.kind === 'lost') return <RecreateThenAddDriver user={session.user} />
	const button = 'Login to Add Driver'
	return (
		<LinkButton
			to="/auth"
			isBlock
			onClick={() => track('login_clicked', { source: 'homepage', button, is_logged_in: false })}
		>
			{button}
		</LinkButton>
	)
}

function RecreateThenAddDriver({ user }: { user: RememberedUser }) {
	const navigate = useNavigate()
	const [isAsking, setIsAsking] = useState(false)
	const changeAsking = (isOpen: boolean) => {
		setIsAsking(isOpen)
		const isBack = queryClient.getQueryData(sessionQuery.queryKey)?.kind === 'member'
		if (!isOpen && isBack) void navigate({ to: '/add-driver' })
	}
	return (
		<>
			<Button isBlock onPress={() => setIsAsking(true)}>
				+ Add Driver
			</Button>
			<RecreateAccountDialog isOpen={isAsking} onOpenChange={changeAsking} user={user} />
		</>
	)
}

/** Where they came from, if the address says so. */
function campaignIn(search: string): Record<string, string> {
	const params = new URLSearchParams(search)
	const named = ['utm_source', 'utm_medium'].flatMap((name) => {
		const value = params.get(name)
		return value ? [[name, value.slice(0, 200)]] : []
	})
	return Object.fromEntries(named)
}
