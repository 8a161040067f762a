import { Suspense } from 'react'
import type { Overview, OwnAddress } from '#contract/host/overview.ts'
import { t, tn } from '#contract/text.ts'
import { Plate } from '#look/plate.tsx'
import { Receipt } from '#look/receipt.tsx'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'

const HEADING_ID = 'way-in'

const WHO: Record<OwnAddress['kind'], string> = {
	public: t('For everybody'),
	network: t('On this network'),
	'this-computer': t('On this computer'),
}

export function WayIn({ addresses, passkeys }: Pick<Overview, 'addresses' | 'passkeys'>) {
	return (
		<section aria-labelledby={HEADING_ID}>
			<h2 id={HEADING_ID} className="mb-4">
				{t('Where people get in')}
			</h2>
			<Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
				<Address addresses={addresses} />
			</Suspense>
			{passkeys.map(({ host, members }) => (
				<p key={host} className="mt-4 text-sm text-muted wrap-anywhere">
					{tn(
						'# person gets in by passkey at {host}. Under another name they cannot.',
						'# people get in by passkey at {host}. Under another name they cannot.',
						members,
						{ host },
					)}
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
			{isThisMachineOnly ? <OnlyThisComputer what="backseat" /> : <ScanMe link={link} />}
			{others.length > 0 ? (
				<dl className="mt-4 flex flex-col gap-2">
					{others.map(({ kind, url }) => (
						<div key={url}>
							<dt className="text-sm text-muted">{WHO[kind]}</dt>
							<dd dir="ltr" className="font-mono text-sm wrap-anywhere select-all">
								{url}
							</dd>
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
				<LinkQrCode link={link} label={t('QR code for {link}', { link })} atLeast={180} />
				<p dir="ltr" className="font-mono text-sm wrap-anywhere select-all">
					{link}
				</p>
				<div className="w-full">
					<SharingButtons
						what={{ title: 'Backseat', text: t('Rate rides from friends and family here:'), url: link }}
					/>
				</div>
			</div>
		</Receipt>
	)
}
