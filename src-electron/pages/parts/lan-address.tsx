import { useState } from 'react'
import { Button } from '#desktop/pages/parts/button.tsx'
import { hostOf } from '#desktop/pages/parts/host-name.ts'
import { Outcome } from '#desktop/pages/parts/outcome.tsx'
import { Plate } from '#look/plate.tsx'
import { QrCode } from '#look/qr-code.tsx'
import { Receipt } from '#look/receipt.tsx'

const COPIED_FOR_MS = 2000
const QR_PIXELS = 296

/** Where the phones go: to scan, to type, to send on. */
export function LanAddress({ address }: { address: string }) {
	return (
		<Receipt className="lan-receipt">
			<Plate>{hostOf(address)}</Plate>
			<QrCode text={address} label={`QR code for ${address}`} side={{ atMost: QR_PIXELS }} className="qr-code" />
			<p>Scan it with a phone, or type</p>
			<p className="address">{address}</p>
			<CopyButton text={address} />
		</Receipt>
	)
}

function CopyButton({ text }: { text: string }) {
	const [said, setSaid] = useState<'copied' | 'refused' | null>(null)

	async function copy() {
		try {
			await navigator.clipboard.writeText(text)
			setSaid('copied')
			setTimeout(() => setSaid(null), COPIED_FOR_MS)
		} catch {
			setSaid('refused')
		}
	}

	return (
		<>
			<Button onPress={() => void copy()}>{said === 'copied' ? 'Copied!' : 'Copy address'}</Button>
			<Outcome isBad={said === 'refused'}>
				{said === 'refused' ? 'The clipboard did not take it. Select the address and copy it by hand.' : null}
				{said === 'copied' ? <span className="only-read-out">Copied!</span> : null}
			</Outcome>
		</>
	)
}
