import { afterEach, expect, mock, test } from 'bun:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { openRating, rate, rated, unshared } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { fakeServer, forgetEverything } from '#ui/testing/fake-server.ts'

// The canvas is a browser's.
mock.module('canvas-confetti', () => ({
	default: { create: () => Object.assign(async () => undefined, { reset: () => undefined }) },
}))

afterEach(() => {
	forgetEverything()
	for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name)
})

const pictures = {
	'GET /api/drivers/7/pictures': [200, { preview: '/previews/preview.png', story: '/previews/story.png' }],
	'GET /previews/story.png': [200, 'a picture'],
} as const

test("the celebration shares the driver's card, and nothing of the rating just given, which would tell who gave it [spec 11.5]", async () => {
	fakeServer({ ...unshared(), ...pictures })
	const share = mock(async (_: ShareData) => undefined)
	Object.assign(navigator, { share, canShare: () => true })
	await openRating()
	await screen.findByText('Safety')
	await rate()

	fireEvent.click(await screen.findByRole('button', { name: 'Share the picture' }))

	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	const { files, title, url } = share.mock.calls[0]?.[0] ?? {}
	expect(files?.map(({ name }) => name)).toEqual(['backseat-uncle-bob.png'])
	expect([title, url]).toEqual(['Uncle Bob on Backseat', 'http://backseat.test/infographic/7'])
})

test("'Share the Verdict' stays for whoever may hand a ghost its link", async () => {
	fakeServer({ ...rated(), ...pictures })
	await openRating()
	await screen.findByText('Safety')
	await rate()

	expect(await screen.findByRole('link', { name: 'Share the Verdict' })).toBeTruthy()
	expect(await screen.findByRole('button', { name: 'Share the picture' })).toBeTruthy()
})
