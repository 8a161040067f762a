import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { claimLinkQuery } from '#ui/features/claims/claims.api.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'

type ShareClaimLinkProps = { ghostId: UserId; name: string; avatarId: number; token: string }

export function ShareClaimLink({ ghostId, name, avatarId, token }: ShareClaimLinkProps) {
	const track = useTrack()
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = `${address}/claim/${token}`
	// Until the lookup responds, and offline, assume that the ghost has been rated: most people share a link after a
	// ride.
	const { data: behind } = useQuery({ ...claimLinkQuery(token), staleTime: 0 })
	const words = behind?.is === 'waiting' && behind.lookup.ratingsCount === 0 ? UNRATED : RATED
	// Events name the driver and the channel but not the link: a reader of the events must not be able to claim.
	const driver = { driver_id: ghostId, driver_name: name }

	return (
		<Page
			lead={
				<>
					<h1 className="mb-2">{words.heading}</h1>
					<p className="mb-6 text-muted md:mb-0">{words.advice}</p>
				</>
			}
			aside={
				<>
					{isThisMachineOnly ? (
						<div className="mt-4 md:mt-6">
							<OnlyThisComputer />
						</div>
					) : null}
					<p className="mt-4 text-center">
						<TextLink to="/home">Back to Home</TextLink>
					</p>
				</>
			}
			action={
				<SharingButtons
					isMain
					what={{ title: `${name} on Backseat`, text: words.message(name), url: link }}
					onShared={(method) =>
						method === 'copy' ? track('copy_link_clicked', driver) : track('ghost_rating_shared', { ...driver, method })
					}
				/>
			}
		>
			<PageTitle>{`Share with ${name}`}</PageTitle>
			<Receipt torn="both">
				<div className="flex items-center gap-3">
					<Avatar avatarId={avatarId} name={name} isUnclaimedGhost />
					<p className="min-w-0 font-display text-xl leading-tight font-bold break-words">{name}</p>
				</div>
				<ReceiptRule />
				<LinkQrCode link={link} label={`QR code of the claim link for ${name}`} className="mx-auto" />
				<p className="mt-2 text-center font-mono text-xs text-muted">Same car? Let them scan it.</p>
				<ReceiptRule />
				<p className="font-mono text-sm break-all select-all">{link}</p>
			</Receipt>
		</Page>
	)
}

const RATED = {
	heading: 'Hand over the receipts',
	advice: 'Whoever makes an account with it first gets the ratings. Send it to the right driver.',
	message: (name: string) => `Hey ${name}, your driving has been rated on Backseat. The receipts are waiting for you:`,
}

const UNRATED = {
	heading: 'Hand over the keys',
	advice: 'Whoever makes an account with it first gets the seat, and the ratings to come. Send it to the right driver.',
	message: (name: string) =>
		`Hey ${name}, a driver's seat is waiting for you on Backseat, where friends and family rate each other's driving:`,
}
