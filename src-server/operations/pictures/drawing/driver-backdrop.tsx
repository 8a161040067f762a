import type { DriverKind } from '#contract/driver-kinds.ts'
import type { PictureShape } from '#server/operations/pictures/picture-content.ts'
import { drawableName } from './drawable-name.ts'
import { AddressSticker, Road, WordmarkSticker } from './scenery.tsx'
import { Avatar, Plate, Stamp } from './stickers.tsx'

/** `named` and `nameless` place the face, depending on whether the name can be drawn. */
const LAYOUTS = {
	preview: {
		roads: [{ cx: 250, cy: 560, width: 190, turn: -9 }],
		cx: 292,
		linked: { named: { cy: 150, r: 112 }, nameless: { cy: 208, r: 160 }, plate: { cy: 322, height: 118 } },
		unlinked: { named: { cy: 226, r: 158 }, nameless: { cy: 290, r: 200 }, plate: { cy: 468, height: 136 } },
		plateWidth: 500,
		stamped: { cx: 134, r: 94 },
		stamp: { x: 252, width: 330, height: 190, lift: 8 },
		address: { x: 34, y: 408, width: 516, height: 192 },
		wordmark: { cy: 578, height: 62 },
	},
	story: {
		roads: [
			{ cx: 540, cy: 1760, width: 330, turn: -7 },
			{ cx: 540, cy: 60, width: 200, turn: -7 },
		],
		cx: 540,
		linked: { named: { cy: 384, r: 136 }, nameless: { cy: 440, r: 196 }, plate: { cy: 592, height: 132 } },
		unlinked: { named: { cy: 560, r: 165 }, nameless: { cy: 590, r: 195 }, plate: { cy: 818, height: 158 } },
		plateWidth: 880,
		stamped: { cx: 254, r: 142 },
		stamp: { x: 436, width: 556, height: 272, lift: 14 },
		address: { x: 100, y: 1340, width: 880, height: 290 },
		wordmark: { cy: 310, height: 92 },
	},
}

export type PicturedDriver = { name: string; avatarId: number; link?: string | undefined; driverKind?: DriverKind }

/** The driver on a road with the address of their card. Leaves room for a slip: at the right of a preview, below in a story. */
export function DriverBackdrop({ driver, shape }: { driver: PicturedDriver; shape: PictureShape }) {
	const { avatarId, link, driverKind } = driver
	const name = drawableName(driver.name)
	const { roads, cx, plateWidth, stamped, stamp, address, wordmark, ...layout } = LAYOUTS[shape]
	const { plate, ...faces } = link === undefined ? layout.unlinked : layout.linked
	const face = name ? faces.named : faces.nameless
	const { lift, ...stampBox } = stamp
	return (
		<>
			{roads.map((road) => (
				<Road key={road.cy} {...road} />
			))}
			<Avatar avatarId={avatarId} cx={cx} {...face} {...(driverKind && stamped)} />
			{driverKind ? <Stamp kind={driverKind} {...stampBox} cy={face.cy - lift} /> : null}
			{name ? <Plate name={name} cx={cx} width={plateWidth} {...plate} /> : null}
			{link === undefined ? <WordmarkSticker cx={cx} {...wordmark} /> : <AddressSticker link={link} {...address} />}
		</>
	)
}
