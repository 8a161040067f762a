import type { ReactNode } from 'react'
import type { Picture } from '#server/features/pictures/picture-content.ts'
import { CardScene } from './scenes/card.tsx'
import { ClaimScene } from './scenes/claim.tsx'
import { DriverScene } from './scenes/driver.tsx'
import { GeneralScene } from './scenes/general.tsx'
import { svgText } from './svg-text.ts'
import { drawableName } from './text/drawable-name.ts'

/** A picture as SVG, all text of it as outlines: whoever turns it into pixels needs no font. */
export const pictureSvg = (picture: Picture): string => svgText(sceneOf(picture))

function sceneOf({ content, shape }: Picture): ReactNode {
	switch (content.kind) {
		case 'card':
			return <CardScene content={content} shape={shape} name={drawableName(content.name)} />
		case 'claim':
			return <ClaimScene content={content} shape={shape} name={drawableName(content.name)} />
		case 'unrated':
		case 'rate':
			return <DriverScene content={content} shape={shape} name={drawableName(content.name)} />
		case 'general':
		case 'invitation':
			return <GeneralScene content={content} shape={shape} name={null} />
	}
}
