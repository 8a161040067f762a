import { useState } from 'react'
import { type HostGhost, makeClaimLink } from '#contract/host/ghosts.ts'
import { useHostAct } from '#ui/features/host/confirm/use-host-act.ts'
import { HandOverLink } from '#ui/features/host/hand-over/hand-over-link.tsx'
import { AskOnce } from '#ui/features/host/lists/ask-once.tsx'
import { api } from '#ui/platform/api-client.ts'

export function NewClaimLink({ ghost, onClose }: { ghost: HostGhost; onClose: () => void }) {
	const { id, name, createdBy, ratingsWaiting } = ghost
	const [token, setToken] = useState<string | null>(null)
	const newLink = useHostAct({
		send: () => api.send(makeClaimLink, { params: { id } }),
		onDone: (made) => setToken(made.token),
	})
	if (token === null)
		return (
			<AskOnce
				act="New link"
				isPending={newLink.isPending}
				error={newLink.error}
				onAct={() => newLink.run()}
				onCancel={onClose}
			>
				<p>
					The old link stops working at once, also where somebody has it open.{' '}
					{createdBy === null
						? 'Whoever added this driver has left, so nobody else will see the new one.'
						: `Of everybody else only ${createdBy} will see the new one.`}
				</p>
			</AskOnce>
		)
	return (
		<>
			<p className="mb-2 text-muted">
				Shown only now. Whoever opens it first gets the seat, so send it to the right driver.
			</p>
			<HandOverLink
				path={`/claim/${token}`}
				label={`the claim link for ${name}`}
				message={(link) =>
					ratingsWaiting === 0
						? `Hey ${name}, a driver's seat is waiting for you on Backseat: ${link}`
						: `Hey ${name}, your driving has been rated on Backseat. The receipts are waiting for you: ${link}`
				}
			/>
		</>
	)
}
