import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { HostGhost } from '#contract/host/ghosts.ts'
import { t } from '#contract/text.ts'
import { useActs } from '#ui/features/host/act-dialog.tsx'
import { ghostsQuery } from '#ui/features/host/host.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { PagedList, stuckInTraffic } from '#ui/kit/feedback/paged-list.tsx'
import { T } from '#ui/kit/t.tsx'
import { type AskAboutGhost, GhostRows } from './ghost-rows.tsx'

type GhostsProps = { search: string; onClear: () => void }

/** Drivers without an account, and those that have been claimed. */
export function Ghosts({ search, onClear }: GhostsProps) {
	const query = useInfiniteQuery(ghostsQuery(search))
	const list = useRef<HTMLElement>(null)
	const { ask, dialog } = useActs<HostGhost>({ rows: query.data, focus: () => list.current, refreshes: true })
	return (
		<>
			<section
				ref={list}
				tabIndex={-1}
				aria-label={t('All ghosts')}
				aria-busy={query.isFetching}
				className="outline-none"
			>
				<PagedList
					query={query}
					loading={t('Loading the ghosts...')}
					failed={() => stuckInTraffic(t('The ghosts are stuck in traffic'))}
					empty={<NoGhosts search={search} onClear={onClear} />}
				>
					{(ghosts) => <TwoReceipts ghosts={ghosts} onAsk={ask} />}
				</PagedList>
			</section>
			{dialog}
		</>
	)
}

type TwoReceiptsProps = { ghosts: HostGhost[]; onAsk: AskAboutGhost }

function TwoReceipts({ ghosts, onAsk }: TwoReceiptsProps) {
	const waiting = ghosts.filter(({ claimedBy }) => claimedBy === null)
	const claimed = ghosts.filter(({ claimedBy }) => claimedBy !== null)
	return (
		<div className="flex flex-col gap-8">
			{waiting.length > 0 ? <GhostRows title={t('Waiting to be claimed')} ghosts={waiting} onAsk={onAsk} /> : null}
			{claimed.length > 0 ? <GhostRows title={t('Claimed')} ghosts={claimed} onAsk={onAsk} /> : null}
		</div>
	)
}

const NoGhosts = ({ search, onClear }: GhostsProps) =>
	search === '' ? (
		<EmptyState title={t('No ghosts on this road')}>
			{t('When somebody adds a driver who has no account, that driver shows up here.')}
		</EmptyState>
	) : (
		<EmptyState
			title={t('Nobody haunts by that name')}
			action={
				<Button variant="secondary" size="sm" onPress={onClear}>
					{t('Show all ghosts')}
				</Button>
			}
		>
			<T text="No ghost here has ‘{search}’ in its name." search={<span className="wrap-anywhere">{search}</span>} />
		</EmptyState>
	)
