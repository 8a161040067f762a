import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { DriverPictures } from '#contract/pictures.ts'
import { pictureAt, pictureFile } from '#ui/platform/sharing/share.ts'

/** A picture that the server draws, and what goes with it when it is shared. */
export type PictureToShare = {
	/** What sharing it is called, on buttons and over the dialog. */
	act: string
	key: QueryKey
	/** Asks the server where it is. */
	ask: () => Promise<DriverPictures>
	/** For so long it is not asked again. */
	freshMs: number
	/** Whose it is: for the name of the file. */
	of: string
	/** What is to be seen on it. */
	alt: string
	codeLabel: string
	title: string
	/** The words that go with it, made when they are needed. */
	text: () => string
	/** The link that goes along with the picture itself; `address` is what links for others begin with. */
	beside: (address: string) => string | undefined
	/** The link that goes in its place. `story`: where the picture is, once that is known. */
	instead: (address: string, story: string | undefined) => string | undefined
}

export const addressesQuery = ({ key, ask, freshMs }: PictureToShare) =>
	queryOptions({ queryKey: [...key, 'addresses'], queryFn: ask, staleTime: freshMs })

/** As it fills a phone. */
export const storyQuery = (picture: PictureToShare) =>
	queryOptions({
		queryKey: [...picture.key, 'file'],
		queryFn: async ({ client }) => {
			const { story } = await client.fetchQuery(addressesQuery(picture))
			return pictureFile(await pictureAt(story), picture.of)
		},
		staleTime: picture.freshMs,
	})
