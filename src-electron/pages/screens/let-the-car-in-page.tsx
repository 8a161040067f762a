import { useState } from 'react'
import { t } from '#contract/text.ts'
import { Button, hostOf, Outcome, PageHead, Road, Switch } from '#desktop/pages/page-parts.tsx'
import { type PageProps, useAction } from '#desktop/pages/shell-store.ts'
import { Plate } from '#look/plate.tsx'
import { QrCode } from '#look/qr-code.tsx'
import { Receipt } from '#look/receipt.tsx'
import { RoadSign } from '#look/shapes.tsx'

export function LetTheCarInPage({ state, act }: PageProps) {
	return (
		<main className="page">
			<PageHead title={t('Let the car in')} />
			<Switch
				label={t('Phones on this Wi-Fi may get in')}
				meaning={t('Off means off: the phones are out at once.')}
				isOn={state.isLan}
				busy={(isOn) => (isOn ? t('Opening the doors…') : t('Closing the doors…'))}
				action={(isOn) => ({ do: 'set-lan', isOn })}
				act={act}
			/>
			{state.isLan ? <LanStatus server={state.server} /> : null}
			<BehindTheWheel isAway={state.riding.kind === 'friend'} act={act} />
			<LanNotes />
			<Switch
				label={t('Keep serving when closed')}
				meaning={t('Close the window and Backseat stays in the tray, so the phones can go on rating.')}
				isOn={state.keepServing}
				busy={() => t('One moment…')}
				action={(isOn) => ({ do: 'set-keep-serving', isOn })}
				act={act}
			/>
		</main>
	)
}

function BehindTheWheel({ isAway, act }: { isAway: boolean } & Pick<PageProps, 'act'>) {
	const going = useAction(act)
	return (
		<section className="stack-tight">
			<div className="doorway">
				<h2 className="switch-label">{t('Behind the wheel')}</h2>
				<Button isDisabled={going.isBusy} onPress={() => void going.run({ do: 'behind-the-wheel' })}>
					{t('Take the wheel')}
				</Button>
				<p className="muted">
					{/* Translators: 'People' is a tab behind the wheel, 'Reset link' a button there. */}
					{t('A friend forgot a password? People, then Reset link.')}
					{isAway ? ` ${t('It brings you back to your own car.')}` : null}
				</p>
			</div>
			<Outcome isBad>{going.message}</Outcome>
		</section>
	)
}

function LanStatus({ server }: { server: PageProps['state']['server'] }) {
	switch (server.kind) {
		case 'running':
			return server.lanAddress ? <LanAddress address={server.lanAddress} /> : <NoNetwork />
		case 'starting':
		case 'restarting':
			return <Road label={t('Opening the doors')} />
		case 'stopped':
		case 'trouble':
			return (
				<div role="status" data-tone="warn" className="notice">
					<RoadSign tone="warn" />
					<p>{t('Your own Backseat does not run at the moment. The phones get in as soon as it does.')}</p>
				</div>
			)
	}
}

function NoNetwork() {
	return (
		<div role="status" data-tone="warn" className="notice">
			<RoadSign tone="warn" />
			<p>
				{t('No network found. Connect this computer to the Wi-Fi the phones are on; the address then appears here.')}
			</p>
		</div>
	)
}

function LanNotes() {
	return (
		<section className="stack">
			<h2>{t('Before you open the door')}</h2>
			<ul className="notes">
				<li>{t('Whoever is on this Wi-Fi can open Backseat and make an account while the switch is on.')}</li>
				<li>{t('What travels is not encrypted. Use it only on a Wi-Fi you trust.')}</li>
				<li>
					{t(
						'On a phone it cannot be installed as an app and sends no notifications. Some browsers also hide the share sheet and the copy button.',
					)}
				</li>
				<li>
					{t('The firewall of this computer may ask whether Backseat may be reached. Say yes for your own network.')}
				</li>
				<li>{t('This computer has to stay awake. When it naps, everybody waits.')}</li>
			</ul>
		</section>
	)
}

const COPIED_FOR_MS = 2000
const QR_PIXELS = 296

/** The LAN address, to scan, type or share. */
function LanAddress({ address }: { address: string }) {
	return (
		<Receipt className="lan-receipt">
			<Plate>{hostOf(address)}</Plate>
			<QrCode
				text={address}
				label={t('QR code for {address}', { address })}
				side={{ atMost: QR_PIXELS }}
				className="qr-code"
			/>
			<p>{t('Scan it with a phone, or type')}</p>
			<p dir="ltr" className="address">
				{address}
			</p>
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
			<Button onPress={() => void copy()}>{said === 'copied' ? t('Copied!') : t('Copy address')}</Button>
			<Outcome isBad={said === 'refused'}>
				{said === 'refused' ? t('The clipboard did not take it. Select the address and copy it by hand.') : null}
				{said === 'copied' ? <span className="only-read-out">{t('Copied!')}</span> : null}
			</Outcome>
		</>
	)
}
