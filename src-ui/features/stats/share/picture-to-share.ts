import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { DriverPictures } from '#contract/pictures.ts'
import { pictureAt, pictureFile } from '#ui/platform/sharing/share.ts'

export type PictureToShare = {
	act: string
	key: QueryKey
	ask: () => Promise<DriverPictures>
	freshMs: number
	of: string
	alt: string
	codeLabel: string
	title: string
	/** A function, because the text is random. */
	text: () => string
	/** The link shared together with the picture. `address` is the instance's address with its base path. */
	beside: (address: string) => string | undefined
	/** The link shared instead of the picture. `story` is the picture's path, once known. */
	instead: (address: string, story: string | undefined) => string | undefined
}

export const addressesQuery = ({ key, ask, freshMs }: PictureToShare) =>
	queryOptions({ queryKey: [...key, 'addresses'], queryFn: ask, staleTime: freshMs })

/** The portrait format that fills a phone. */
export const storyQuery = (picture: PictureToShare) =>
	queryOptions({
		queryKey: [...picture.key, 'file'],
		queryFn: async ({ client }) => {
			const { story } = await client.fetchQuery(addressesQuery(picture))
			return pictureFile(await pictureAt(story), picture.of)
		},
		staleTime: picture.freshMs,
	})
