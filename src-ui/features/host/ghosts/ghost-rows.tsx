import { useId } from 'react'
import type { HostGhost } from '#contract/host/ghosts.ts'
import { t } from '#contract/text.ts'
import { Name, Plate } from '#look/plate.tsx'
import { Receipt, ReceiptLine, ReceiptLines } from '#look/receipt.tsx'
import type { Act } from '#ui/features/host/act-dialog.tsx'
import { MoreMenu } from '#ui/kit/overlays/more-menu.tsx'
import '#ui/features/host/host-rows.css'
import '#ui/features/host/plate-small.css'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { ghostActs, ratingCount } from './ghost-acts.tsx'

export type AskAboutGhost = (act: Act<HostGhost>, ghost: HostGhost) => void

type GhostRowsProps = { title: string; ghosts: HostGhost[]; onAsk: AskAboutGhost }

export function GhostRows({ title, ghosts, onAsk }: GhostRowsProps) {
	const heading = useId()
	return (
		<section aria-labelledby={heading}>
			<h2 id={heading} className="mb-6">
				{title}
			</h2>
			<Receipt torn="both">
				<ul aria-labelledby={heading} className="host-rows">
					{ghosts.map((ghost) => (
						<GhostRow key={ghost.id} ghost={ghost} onAsk={onAsk} />
					))}
				</ul>
			</Receipt>
		</section>
	)
}

function GhostRow({ ghost, onAsk }: { ghost: HostGhost; onAsk: AskAboutGhost }) {
	const { name, avatarId, createdBy, claimedBy, ratingsWaiting } = ghost
	const isWaiting = claimedBy === null
	const plate = useId()
	return (
		<li className="host-row">
			<div className="host-row-who">
				<Avatar avatarId={avatarId} name={name} isUnclaimedGhost={isWaiting} />
				<span id={plate} className="min-w-0">
					<Plate className="plate-small">{name}</Plate>
				</span>
			</div>
			<ReceiptLines className="host-row-lines">
				<ReceiptLine
					// Translators: 'Added by' stands before the name of a member
					label={t('Added by')}
					value={createdBy === null ? t('somebody who left') : <Name>{createdBy}</Name>}
				/>
				{isWaiting ? (
					<ReceiptLine label={t('Waiting', { context: 'ratings of a ghost' })} value={ratingCount(ratingsWaiting)} />
				) : (
					// Translators: before the name of the member who has claimed the driver
					<ReceiptLine label={t('Driven by')} value={<Name>{claimedBy}</Name>} />
				)}
			</ReceiptLines>
			<div className="host-row-acts">
				{isWaiting ? (
					<>
						<Button
							size="sm"
							variant="secondary"
							aria-describedby={plate}
							onPress={() => onAsk(ghostActs.newLink, ghost)}
						>
							{t('New link')}
						</Button>
						<MoreMenu
							label={t('More for {name}', { name })}
							items={[
								{ id: 'rename', label: t('Rename'), onAction: () => onAsk(ghostActs.rename, ghost) },
								{ id: 'delete', label: t('Delete'), onAction: () => onAsk(ghostActs.remove, ghost) },
							]}
						/>
					</>
				) : (
					<Button
						size="sm"
						variant="secondary"
						aria-describedby={plate}
						onPress={() => onAsk(ghostActs.undoClaim, ghost)}
					>
						{t('Undo claim')}
					</Button>
				)}
			</div>
		</li>
	)
}
