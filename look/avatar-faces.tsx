import type { ComponentType, ReactNode } from 'react'

/** On a 64-unit grid; a stroke of 2.4 is about a pixel on the smallest avatar. */
const ink = '#1c1a27'
const outline = { stroke: ink, strokeWidth: 2.4, strokeLinejoin: 'round', strokeLinecap: 'round' } as const
const line = { ...outline, fill: 'none' } as const

/** Fills its container unless `size` gives the pixels. */
export type FaceProps = { size?: number }

const Svg = ({ ground, size, children }: FaceProps & { ground: string; children: ReactNode }) => (
	<svg aria-hidden="true" viewBox="0 0 64 64" width={size ?? '100%'} height={size ?? '100%'}>
		<rect width="64" height="64" fill={ground} />
		{children}
	</svg>
)

const SunglassesDriver = ({ size }: FaceProps) => (
	<Svg ground="#ffc62b" size={size}>
		<path d="M8 66c1-11 9-16 24-16s23 5 24 16z" fill="#6a4df5" {...outline} />
		<path d="M26 46v8l6 5 6-5v-8z" fill="#d98b5f" {...outline} />
		<path d="M17.5 29c0-2 1-8 14.5-8s14.5 6 14.5 8c0 13-5 22-14.5 22s-14.5-9-14.5-22z" fill="#f0ad7d" {...outline} />
		<path
			d="M16 31c-3-9 0-14 5-15-1-3 1-6 5-7 8-2.5 19 0 21 8 1.5 5 .5 9-1 14-1-5-3-7.5-6-8.5-7 2-13 1-17-1-4 1.5-6 4.5-7 9.5z"
			fill={ink}
			{...outline}
		/>
		<path d="M24 12c4-2 9-2 12-.5" stroke="#565070" strokeWidth="2.4" strokeLinecap="round" fill="none" />
		<path d="M16 30.5h32" {...line} />
		<path
			d="M18.5 29.5h11.5c.5 6-1.5 9.5-6 9.5s-6-3.5-5.5-9.5zM34 29.5h11.5c.5 6-1 9.5-5.5 9.5s-6.5-3.5-6-9.5z"
			fill={ink}
			{...outline}
		/>
		<path d="M21.5 35l3.5-3.8M37.5 35l3.5-3.8" stroke="#8fd3ff" strokeWidth="2.2" strokeLinecap="round" />
		<path d="M27 44.5c4 1.5 8 .8 10.5-2.5" {...line} />
	</Svg>
)

const Granny = ({ size }: FaceProps) => (
	<Svg ground="#6a4df5" size={size}>
		<circle cx="32" cy="9.5" r="7.5" fill="#e9e6f2" {...outline} />
		<path d="M29 8c2-2 5-2 6.5.5" stroke="#b9b3cc" strokeWidth="2" strokeLinecap="round" fill="none" />
		<path d="M10 66c2-10 9-14 22-14s20 4 22 14z" fill="#f2495c" {...outline} />
		<path d="M14 34c-3-12 6-20 18-20s21 8 18 20c2 3 1 8-3 9H17c-4-1-5-6-3-9z" fill="#e9e6f2" {...outline} />
		<path d="M18.5 33c0-7 5-11 13.5-11s13.5 4 13.5 11c0 11-5 17-13.5 17s-13.5-6-13.5-17z" fill="#fbd0ae" {...outline} />
		<path d="M19 27c4-1 8-3 10-6 3 4 10 6 16 6.5-1-6-6-10-13-10s-12 4-13 9.5z" fill="#e9e6f2" {...outline} />
		<circle cx="25.3" cy="33.5" r="5.4" fill="#fff" {...outline} />
		<circle cx="38.7" cy="33.5" r="5.4" fill="#fff" {...outline} />
		<path d="M30.7 33c.8-.6 1.8-.6 2.6 0" {...line} />
		<circle cx="25.8" cy="34" r="1.9" fill={ink} />
		<circle cx="38.2" cy="34" r="1.9" fill={ink} />
		<circle cx="21.8" cy="41" r="2.3" fill="#f58f8f" />
		<circle cx="42.2" cy="41" r="2.3" fill="#f58f8f" />
		<path d="M28 43.5c2.5 2.2 5.5 2.2 8 0" {...line} />
		<path d="M11 68a21 15 0 0 1 42 0" fill="none" stroke={ink} strokeWidth="6.5" />
		<path d="M11 68a21 15 0 0 1 42 0" fill="none" stroke="#ffc62b" strokeWidth="2" />
		<circle cx="18.5" cy="56.5" r="4.2" fill="#fbd0ae" {...outline} />
		<circle cx="45.5" cy="56.5" r="4.2" fill="#fbd0ae" {...outline} />
	</Svg>
)

const RoadTripDog = ({ size }: FaceProps) => (
	<Svg ground="#8fd3ff" size={size}>
		<path d="M3 17h11M1 27h7M5 37h6" stroke="#fff" strokeWidth="2.8" strokeLinecap="round" />
		<path d="M20 64c-1-7 3-13 12-13s14 6 14 13z" fill="#e7b077" {...outline} />
		<path d="M19 55.5c8 4 19 4 27 0l1 5.5c-9 4-20 4-29 0z" fill="#f2495c" {...outline} />
		<circle cx="32.5" cy="61" r="3.2" fill="#ffc62b" {...outline} />
		<path d="M16.5 30c0-11 6-17.5 15.5-17.5S48 19 48 30c0 15-5 24-16 24s-15.5-9-15.5-24z" fill="#f3c48d" {...outline} />
		<path d="M34 13c8 0 13.5 6 14 16-1 5-4 8-8 7.5-5-.5-7-5-6.5-11 .4-5 .2-9 .5-12.5z" fill="#9a5a33" />
		<path d="M23 17c-6-7-15-9-19-4-3 4 1 13 9 15 3 .8 5 .5 6.5-1z" fill="#9a5a33" {...outline} />
		<path d="M43 16c6-2 13 3 15 12 1.5 7 0 14-4 15-4.5 1-7-6-8-13z" fill="#7d4526" {...outline} />
		<circle cx="25" cy="30" r="2.8" fill={ink} />
		<circle cx="40" cy="30" r="2.8" fill={ink} />
		<circle cx="26" cy="29" r="1" fill="#fff" />
		<circle cx="41" cy="29" r="1" fill="#fff" />
		<path d="M22 40c0-5 4-8 10.5-8S43 35 43 40s-4 9.5-10.5 9.5S22 45 22 40z" fill="#fff4e0" {...outline} />
		<path d="M27.5 44.5h11c1.5 6-.5 12-5.5 12s-7-6-5.5-12z" fill="#ff8aa0" {...outline} />
		<path d="M33 47.5v4" stroke="#d65c78" strokeWidth="2" strokeLinecap="round" />
		<path d="M24.5 42.5c3 3.5 6.5 3 8-.5 1.5 3.5 5 4 8 .5" {...line} />
		<path d="M28 36c0-2.5 2-3.5 4.5-3.5s4.5 1 4.5 3.5-3 4.5-4.5 4.5-4.5-2-4.5-4.5z" fill={ink} />
		<path d="M30.5 34.7c1-.7 2-.7 3-.4" stroke="#fff" strokeWidth="1.3" strokeLinecap="round" />
	</Svg>
)

const CabbieKid = ({ size }: FaceProps) => (
	<Svg ground="#f2495c" size={size}>
		<path d="M9 66c1-10 9-15 23-15s22 5 23 15z" fill="#1b8f78" {...outline} />
		<path d="M25 55l7 7 7-7" {...line} />
		<circle cx="15.5" cy="37" r="4.5" fill="#c98052" {...outline} />
		<circle cx="48.5" cy="37" r="4.5" fill="#c98052" {...outline} />
		<path d="M17 29c0 0 1-7 15-7s15 7 15 7c1 15-5 24-15 24S16 44 17 29z" fill="#dd9866" {...outline} />
		<path
			d="M16.5 33c-1-4 0-8 1-10h29c1.5 2 2 6 1 10-1-2.5-2-3.5-3-4.5-7 1-18 1-25 0-1 1-2 2-3 4.5z"
			fill="#5b2f1c"
			{...outline}
		/>
		<path d="M14 24C13 12 20 6 32 6s19 6 18 18z" fill="#ffc62b" {...outline} />
		<path d="M14 18.5h36l.3 6H13.8z" fill="#fff6e5" {...outline} />
		<path d="M17 19.5h5v4h-5zM27 19.5h5v4h-5zM37 19.5h5v4h-5zM47 19.5h2.5v4H47z" fill={ink} />
		<path
			d="M11.5 27c5-4.5 36-4.5 41 0 1 2-.5 3-2.5 2.6-12-2.3-24-2.3-36 0-2 .4-3.5-.6-2.5-2.6z"
			fill="#e0a400"
			{...outline}
		/>
		<path d="M32 6v3" {...line} />
		<circle cx="25.5" cy="35.5" r="2.7" fill={ink} />
		<circle cx="38.5" cy="35.5" r="2.7" fill={ink} />
		<circle cx="26.3" cy="34.6" r=".9" fill="#fff" />
		<circle cx="39.3" cy="34.6" r=".9" fill="#fff" />
		<path d="M21 40.5h.1M24 42h.1M40 42h.1M43 40.5h.1" stroke="#a85f34" strokeWidth="1.9" strokeLinecap="round" />
		<path d="M25 42.5h14c.3 5-2.5 7.5-7 7.5s-7.3-2.5-7-7.5z" fill="#fff" {...outline} />
		<path d="M32.5 43h3.5v3.2h-3.5z" fill={ink} />
	</Svg>
)

const BobbleHatDad = ({ size }: FaceProps) => (
	<Svg ground="#19b38a" size={size}>
		<path d="M7 66c1-10 9-15 25-15s24 5 25 15z" fill="#ffc62b" {...outline} />
		<path d="M17 27h30c1.5 16-4 25-15 25S15.5 43 17 27z" fill="#e8a47a" {...outline} />
		<path
			d="M16 31c2 1.5 3 4 3.5 6.5 3 .5 6-1.5 8-2.8 3-.9 6-.9 9 0 2 1.3 5 3.3 8 2.8.5-2.5 1.5-5 3.5-6.5 2.5 14-2.5 28-16 28S13.5 45 16 31z"
			fill="#7d4526"
			{...outline}
		/>
		<path
			d="M21 46c.5 2 1.5 4 3 5.5M43 46c-.5 2-1.5 4-3 5.5M32 52v3.5"
			stroke="#5b2f1c"
			strokeWidth="2"
			strokeLinecap="round"
		/>
		<path d="M27 42.5h10c0 3.5-2 5.5-5 5.5s-5-2-5-5.5z" fill="#fff" {...outline} />
		<path d="M28.5 36c0-2 1.5-3.5 3.5-3.5s3.5 1.5 3.5 3.5-1.5 3-3.5 3-3.5-1-3.5-3z" fill="#d98b5f" {...outline} />
		<path d="M21.5 32c1-2.5 4.5-2.5 5.5 0M37 32c1-2.5 4.5-2.5 5.5 0" {...line} />
		<path d="M14.5 24c-.5-10 6-16 17.5-16s18 6 17.5 16z" fill="#f2495c" {...outline} />
		<path
			d="M24 9.5c-2 3-3 6-3 10M32 8.5v11M40 9.5c2 3 3 6 3 10"
			stroke="#b92a3d"
			strokeWidth="2.2"
			strokeLinecap="round"
			fill="none"
		/>
		<rect x="12" y="20" width="40" height="8.5" rx="4.2" fill="#fff6e5" {...outline} />
		<path d="M19 20.5v7.5M26 20.5v7.5M33 20.5v7.5M40 20.5v7.5M46.5 20.5v7.5" stroke="#cdbfa4" strokeWidth="1.8" />
		<circle cx="32" cy="7" r="5.5" fill="#fff6e5" {...outline} />
	</Svg>
)

export const faces: Record<number, ComponentType<FaceProps>> = {
	1: SunglassesDriver,
	2: Granny,
	3: RoadTripDog,
	4: CabbieKid,
	5: BobbleHatDad,
}
