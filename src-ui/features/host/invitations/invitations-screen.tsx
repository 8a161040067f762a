import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Instance } from '#contract/instance.ts'
import { t } from '#contract/text.ts'
import { invitationsQuery } from '#ui/features/host/host.api.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { PagedList, stuckInTraffic } from '#ui/kit/feedback/paged-list.tsx'
import { InvitationRows } from './invitation-rows.tsx'
import { NewInvitationForm } from './new-invitation-form.tsx'

export const HostInvitationsScreen = () => (
	<HostPage
		path="/host/invitations"
		title={t('Invitations')}
		lead={t('A link that lets somebody new make an account.')}
	>
		<Invitations />
	</HostPage>
)

function Invitations() {
	const query = useInfiniteQuery(invitationsQuery)
	const list = useRef<HTMLElement>(null)
	return (
		<div className="flex flex-col gap-8 xl:grid xl:grid-cols-[20rem_minmax(0,1fr)] xl:items-start">
			<section aria-labelledby="new-invitation">
				<h2 id="new-invitation" className="mb-3">
					{t('Invite somebody')}
				</h2>
				<WhatItDoesHere />
				<NewInvitationForm />
			</section>
			<section ref={list} tabIndex={-1} aria-labelledby="all-invitations" className="outline-none">
				<h2 id="all-invitations" className="mb-6">
					{/* Translators: a heading above the invitations made so far */}
					{t('So far')}
				</h2>
				<PagedList
					query={query}
					loading={t('Loading the invitations...')}
					failed={() => stuckInTraffic(t('The invitations are stuck in traffic'))}
					empty={<NobodyInvited />}
				>
					{(invitations) => <InvitationRows invitations={invitations} list={list} />}
				</PagedList>
			</section>
		</div>
	)
}

/** Explains what invitations do while anybody can sign up without one. */
function WhatItDoesHere() {
	const { data: instance } = useQuery(instanceQuery)
	const words = instance && WORDS[instance.signup]
	return words ? (
		<div className="mb-4">
			<Notice tone={words.tone} title={words.title}>
				{words.text}
			</Notice>
		</div>
	) : null
}

const WORDS: Record<Instance['signup'], { tone: 'info' | 'warn'; title: string; text: string } | null> = {
	open: {
		tone: 'info',
		title: t('The doors are open'),
		text: t(
			'Anybody who finds this Backseat can sign up, so nobody needs an invitation. One works all the same, and counts who came by it.',
		),
	},
	invite: null,
	closed: {
		tone: 'warn',
		title: t('Sign-up is closed'),
		text: t('An invitation opens nothing until whoever runs the server sets signup to invite, or to open.'),
	},
}

const NobodyInvited = () => (
	<EmptyState title={t('Nobody invited yet')}>
		{t('Somebody must be waiting at the bus stop, longing to tell you how to drive.')}
	</EmptyState>
)
