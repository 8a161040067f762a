import { useQuery } from '@tanstack/react-query'
import type { VisibleUser } from '#contract/accounts.ts'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { claimLinkQuery } from '#ui/features/claims/claims.api.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { useOwnReceipt } from '#ui/features/ratings/own-receipt.ts'
import type { Addressee } from '#ui/features/sent/addressees.ts'
import { cardOf } from '#ui/features/sent/card-to-send.ts'
import { SendButton } from '#ui/features/sent/send-button.tsx'
import { SendList } from '#ui/features/sent/send-sheet.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { BackLink } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { canShare } from '#ui/platform/sharing/share.ts'

type ShareClaimLinkProps = { ghost: VisibleUser; token: string }

/** The contents of the send sheet, with the claim link first. */
export function ShareClaimLink({ ghost, token }: ShareClaimLinkProps) {
	const { id: ghostId, avatarId } = ghost
	const name = nameOf(ghost)
	const track = useTrack()
	const receipt = useOwnReceipt(ghost)
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = `${address}/claim/${token}`
	// Until the lookup responds, and offline, assume that the ghost has been rated: most people share a link after a
	// ride.
	const { data: behind } = useQuery({ ...claimLinkQuery(token), staleTime: 0 })
	const message = behind?.is === 'waiting' && behind.lookup.ratingsCount === 0 ? forUnrated : forRated
	// Events name the driver and the channel but not the link: a reader of the events must not be able to claim.
	const driver = { driver_id: ghostId, driver_name: name }
	const others = [...(receipt ? [receipt] : []), cardOf(ghost)]
	const claimLink: Addressee = {
		// Translators: a line of a list: what is sent to whom
		label: t('To {name}: the claim link', { name }),
		// Translators: the title of what is shared
		title: t('{name} on Backseat', { name }),
		text: message(name),
		link: { path: `/claim/${token}` },
		onSent: (method) =>
			method === 'copy' ? track('copy_link_clicked', driver) : track('ghost_rating_shared', { ...driver, method }),
	}

	return (
		<Page
			lead={
				<div className="mb-6 flex items-start gap-1 md:mb-0">
					<BackLink to="/home" label={t('Back to Home')} />
					<div>
						<h1>{t('Hand over the keys')}</h1>
						<p className="mt-1.5 text-muted">
							{t('Whoever makes an account with it first gets the seat and its ratings. Send it to the right driver.')}
						</p>
					</div>
				</div>
			}
			aside={
				isThisMachineOnly ? (
					<div className="mt-4 md:mt-6">
						<OnlyThisComputer />
					</div>
				) : null
			}
			action={
				canShare() ? (
					<SendList to={[claimLink, ...others]} />
				) : (
					<>
						<SendList to={[claimLink]} />
						<SendButton label={t('Send something else')} to={others} isBlock variant="secondary" />
					</>
				)
			}
		>
			<PageTitle>{t('Share with {name}', { name })}</PageTitle>
			<Receipt torn="both">
				<div className="flex items-center gap-3">
					<Avatar avatarId={avatarId} name={name} isUnclaimedGhost />
					<p className="min-w-0 font-display text-xl leading-tight font-bold break-words">{name}</p>
				</div>
				<ReceiptRule />
				<LinkQrCode link={link} label={t('QR code of the claim link for {name}', { name })} className="mx-auto" />
				<p className="mt-2 text-center font-mono text-xs text-muted">{t('Same car? Let them scan it.')}</p>
				<ReceiptRule />
				<p dir="ltr" className="font-mono text-sm break-all select-all">
					{link}
				</p>
			</Receipt>
		</Page>
	)
}

const forRated = (name: string) =>
	// Translators: a message to a friend, before a link
	t('Hey {name}, your driving has been rated on Backseat. The receipts are waiting for you:', { name })

const forUnrated = (name: string) =>
	// Translators: a message to a friend, before a link
	t("Hey {name}, a driver's seat is waiting for you on Backseat, where friends and family rate each other's driving:", {
		name,
	})
