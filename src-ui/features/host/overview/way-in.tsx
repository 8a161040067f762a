import { Suspense } from 'react'
import type { Overview, OwnAddress } from '#contract/host/overview.ts'
import { Plate } from '#look/plate.tsx'
import { Receipt } from '#look/receipt.tsx'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import { figureInWords } from '#ui/platform/dates-and-figures.ts'

const HEADING_ID = 'way-in'

const WHO: Record<OwnAddress['kind'], string> = {
	public: 'For everybody',
	network: 'On this network',
	'this-computer': 'On this computer',
}

export function WayIn({ addresses, passkeys }: Pick<Overview, 'addresses' | 'passkeys'>) {
	return (
		<section aria-labelledby={HEADING_ID}>
			<h2 id={HEADING_ID} className="mb-4">
				Where people get in
			</h2>
			<Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
				<Address addresses={addresses} />
			</Suspense>
			{passkeys.map(({ host, members }) => (
				<p key={host} className="mt-4 text-sm text-muted wrap-anywhere">
					{members === 1
						? `1 person gets in by passkey at ${host}. Under another name they cannot.`
						: `${figureInWords(members)} people get in by passkey at ${host}. Under another name they cannot.`}
				</p>
			))}
		</section>
	)
}

function Address({ addresses }: { addresses: OwnAddress[] }) {
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = `${address}/`
	const others = addresses.filter(({ url }) => url !== link)
	return (
		<>
			{isThisMachineOnly ? <OnlyThisComputer what="this Backseat" /> : <ScanMe link={link} />}
			{others.length > 0 ? (
				<dl className="mt-4 flex flex-col gap-2">
					{others.map(({ kind, url }) => (
						<div key={url}>
							<dt className="text-sm text-muted">{WHO[kind]}</dt>
							<dd className="font-mono text-sm wrap-anywhere select-all">{url}</dd>
						</div>
					))}
				</dl>
			) : null}
		</>
	)
}

function ScanMe({ link }: { link: string }) {
	return (
		<Receipt>
			<div className="flex flex-col items-center gap-4 text-center">
				<Plate>{new URL(link).host}</Plate>
				<LinkQrCode link={link} label={`QR code for ${link}`} atLeast={180} />
				<p className="font-mono text-sm wrap-anywhere select-all">{link}</p>
				<div className="w-full">
					<SharingButtons what={{ title: 'Backseat', text: 'Rate rides from friends and family here:', url: link }} />
				</div>
			</div>
		</Receipt>
	)
}
