import type { ReactNode } from 'react'
import type { PictureContent, PictureShape } from '#server/features/pictures/picture-content.ts'

/** One kind of content as a picture. `name` is as it can be drawn, or null; see drawable-name.ts. */
export type Scene<Content extends PictureContent> = (props: {
	content: Content
	shape: PictureShape
	name: string | null
}) => ReactNode
