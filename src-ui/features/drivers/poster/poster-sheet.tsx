import './poster.css'
import type { PublicUser } from '#contract/accounts.ts'
import { Plate } from '#look/plate.tsx'
import { QrCode } from '#look/qr-code.tsx'
import { Logo } from '#look/shapes.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'

const paper = new URL('./poster-paper.css', import.meta.url).href

/** What is printed: one postcard, the same on the screen and on paper. */
export function PosterSheet({ driver, link }: { driver: PublicUser; link: string }) {
	const name = nameOf(driver)
	return (
		<section aria-label="The poster" className="poster">
			{/* Without a precedence React takes it away together with the poster. */}
			<link rel="stylesheet" media="print" href={paper} />
			<div className="poster-frame">
				<div className="poster-head">
					<h2 className="poster-title">
						How's my <br />
						driving?
					</h2>
					<Avatar avatarId={driver.avatarId} name={name} className="poster-face" />
				</div>
				<div className="poster-body">
					<Plate className="poster-plate">{name}</Plate>
					<div className="poster-code">
						<QrCode text={link} label={`QR code of the rating page of ${name}`} />
					</div>
					<p className="poster-call">Passengers: scan, tap, tell.</p>
					<p className="poster-hint">No app, no account. Drivers: eyes on the road.</p>
					<p className="poster-address">{link}</p>
				</div>
				<p className="poster-foot">
					<Logo size={40} className="poster-logo" />
					<span>
						<strong>Backseat</strong> rating rides from friends and family
					</span>
				</p>
			</div>
		</section>
	)
}
