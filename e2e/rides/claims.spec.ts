import {
	addGhost,
	atPath,
	choose,
	driverRow,
	expect,
	fillVerdict,
	heading,
	inInstance,
	PASSWORD,
	rate,
	sayItWasAnotherRide,
	submitVerdict,
	test,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'

const RECEIPTS = 'Show Me the Receipts'

test('a rater adds a ghost, rates it and shares the link; the driver claims it in a browser of their own [spec 7.14] [spec 7.15] [spec 7.16] [spec 12.9] [spec 12.10] [spec 12.11] [spec 12.12] [spec 13.12]', async ({
	member,
	newPerson,
}) => {
	const rater = await member('rater')
	await rater.open('home')
	await expect(rater.page.getByText('No drivers yet. Add one to get started!')).toBeVisible()
	await rater.page.getByRole('link', { name: '+ Add Driver' }).click()
	await rater.page.getByRole('tab', { name: 'New Driver' }).click()
	await rater.page.getByLabel('Name').fill('Uncle Bob')
	await choose(rater.page, 'Granny at the wheel')
	await rater.page.getByRole('button', { name: 'Add Driver' }).click()
	await rater.page.waitForURL(/\/rating\/\d+$/)
	const ghostId = rater.page.url().split('/').at(-1)
	await expect(heading(rater.page, "Uncle Bob's Driving Today")).toBeVisible()
	await expect(rater.page.getByText('Never who.')).toHaveCount(0)
	await rater.page.getByRole('link', { name: 'Profile of Uncle Bob' }).click()
	await expect(rater.page.getByRole('link', { name: 'Share their link' })).toBeVisible()
	await rater.page.goBack()
	await submitVerdict(rater.page, { stars: 2, isSafe: false })
	await rater.page.getByRole('link', { name: 'Share the Verdict' }).click()
	await rater.page.waitForURL(atPath(`/share-ghost/${ghostId}`))
	await expect(
		rater.page.getByText('Whoever makes an account with it first gets the seat and its ratings.'),
	).toBeVisible()
	const whatsApp = await rater.page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
	const claimUrl = decodeURIComponent(whatsApp ?? '').match(/http:\/\/\S+\/claim\/[A-Za-z0-9_-]+/)?.[0] ?? ''
	expect(claimUrl).toContain(new URL(rater.page.url()).origin)

	const bob = await newPerson({ reducedMotion: 'no-preference' })
	await bob.page.goto(claimUrl)
	await expect(heading(bob.page, "You've Been Rated")).toBeVisible()
	await expect(bob.page.getByText("You've got 1 rating waiting!")).toBeVisible()
	await expect(bob.page.getByRole('main')).toContainText(
		"Backseat is where friends and family rate each other's driving. Someone who rides with you put you on it.",
	)
	await expect(bob.page.getByText('At least 8 characters')).toBeVisible()
	await expect(bob.page.getByText('For password recovery. Only whoever runs this Backseat can see it.')).toBeVisible()
	await expect(bob.page.getByLabel('Username')).toHaveValue(/^uncle\.bob\d*$/)
	await expect(bob.page.getByText('Make up a name and a password; next time you come in with them.')).toBeVisible()
	await expect(bob.page.getByRole('radio', { name: 'Granny at the wheel' })).toBeChecked()
	await choose(bob.page, 'Cabbie kid')
	const name = uniqueName('uncle.bob')
	await bob.page.getByLabel('Username').fill(name)
	await bob.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await bob.page.getByRole('button', { name: RECEIPTS }).click()

	await bob.page.waitForURL(/\/profile\/\d+$/)
	const bobId = bob.page.url().split('/').at(-1)
	expect(bobId).not.toBe(ghostId)
	expect(await bob.ask('GET', '/api/user')).toMatchObject({ avatarId: 4 })
	// Ratings given before the claim are in an envelope that opens once.
	await expect(heading(bob.page, '1 rating is in here')).toBeVisible()
	await expect(bob.page.getByText('Unsafe')).toHaveCount(0)
	await bob.page.getByRole('button', { name: 'Break the seal' }).click()
	await expect(bob.page.getByRole('list', { name: 'Torn off' })).toContainText('Unsafe')
	await bob.page.getByRole('button', { name: 'Show all' }).click()
	await expect(heading(bob.page, 'That makes you… Fresh Plates')).toBeFocused()
	await bob.page.getByRole('button', { name: 'That is me' }).click()
	await expect(heading(bob.page, name)).toBeVisible()
	await bob.page.emulateMedia({ reducedMotion: 'reduce' })
	await bob.page.reload()
	await expect(heading(bob.page, name)).toBeVisible()
	await expect(bob.page.getByText('2.0').first()).toBeVisible()
	await expect(bob.page.getByText('Safety feeling')).toBeVisible()
	await expect(bob.page.getByText('Unsafe', { exact: true })).toBeVisible()

	// Home shows no new ratings, because he has seen them on his profile.
	await bob.page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(bob.page.getByRole('link', { name: /2\.0/ })).toHaveAttribute('href', inInstance(`/profile/${bobId}`))
	await expect(bob.page.getByText(/\d new/)).toHaveCount(0)
	await expect(bob.page.getByRole('dialog')).toHaveCount(0)

	// For the rater too, the ghost's profile is the claimer's.
	await rater.open(`profile/${ghostId}`)
	await rater.page.waitForURL(atPath(`/profile/${bobId}`))
	await expect(heading(rater.page, name)).toBeVisible()
	await rater.open(`rating/${ghostId}`)
	await expect(heading(rater.page, `${name}'s Driving Today`)).toBeVisible()
	await sayItWasAnotherRide(rater.page)
	await expect(rater.page.getByText(`${name} sees the stars and the day. Never who.`)).toBeVisible()
	await rater.open('home')
	await expect(rater.page.locator('.driver')).toHaveCount(1)
	await expect(driverRow(rater.page, name)).toBeVisible()

	// The used claim link redirects its claimer to their profile.
	bob.expectStatus(409)
	await bob.page.goto(claimUrl)
	await bob.page.waitForURL(atPath(`/profile/${bobId}`))
	await expect(toastTitled(bob.page, 'These are yours already')).toBeVisible()
})

test('two people with the same link: the second one reads that it is used, and nothing is taken away [spec 8.15]', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const rater = await member('rater')
	const ghost = await addGhost(rater, 'Popular')
	const slow = await newPerson()
	slow.expectStatus(404)
	await slow.open(`claim/${ghost.token}`)
	await slow.page.getByLabel('Username').fill(uniqueName('slow'))
	await slow.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await (await newPerson()).ask('POST', '/api/ghost-drivers/claim', {
		token: ghost.token,
		username: uniqueName('quick'),
		password: PASSWORD,
	})

	await slow.page.getByRole('button', { name: RECEIPTS }).click()

	await expect(toastTitled(slow.page, 'Claim failed')).toContainText(
		'This claim link is invalid or has already been used.',
	)
})

test('a rating half filled in for a ghost goes to the claimer', async ({ member }) => {
	const rater = await member('rater')
	const owner = await member('owner')
	const ghost = await addGhost(rater, 'Almost Gone')
	await rater.open(`rating/${ghost.id}`)
	await fillVerdict(rater.page, { stars: 3 })
	await owner.ask('POST', '/api/ghost-drivers/claim', { token: ghost.token })

	await rater.page.getByRole('button', { name: 'Spill the tea' }).click()

	await expect(rater.page.getByText('Thanks for rating.')).toBeVisible()
	expect(await rater.ask('GET', `/api/ratings/driver/${owner.id}`)).toMatchObject([{ starRating: 3 }])
})

test('over https a computer is offered its desktop app, a phone is not, and nothing moves without one [spec 7.28]', {
	tag: ['@both-sizes', '@thorough'],
}, async ({ member, newPerson, ownInstance, isMobile }) => {
	const publicUrl = `https://rides.example.org${inInstance('')}`
	const instance = await ownInstance('--public-url', publicUrl)
	const rater = await member('rater', { on: instance })
	const ghost = await addGhost(rater, 'Docked Dora')
	await rate(rater, ghost.id)
	const dora = await newPerson({ on: { address: `${publicUrl}/` } })
	// Stands in for the https proxy.
	await dora.context.route(`${publicUrl}/**`, async (route) => {
		const { pathname } = new URL(route.request().url())
		await route.fulfill({ response: await route.fetch({ url: new URL(pathname, instance.address).href }) })
	})
	await dora.open(`claim/${ghost.token}`)
	await expect(dora.page.getByText("You've got 1 rating waiting!")).toBeVisible()
	const link = dora.page.getByRole('link', { name: 'Open in the desktop app' })
	if (isMobile) {
		await expect(link).toHaveCount(0)
	} else {
		const server = encodeURIComponent(`${publicUrl}/`)
		await expect(link).toHaveAttribute('href', `backseat://claim/${ghost.token}?server=${server}`)
		await dora.page.getByLabel('Username').fill('dora')
		await link.click()
		await expect(dora.page.getByLabel('Username')).toHaveValue('dora')
		await expect(heading(dora.page, "You've Been Rated")).toBeVisible()
		expect(dora.page.url()).toBe(`${publicUrl}/claim/${ghost.token}`)
	}
	// Leaving the page sends its last events through the route, so close it first.
	await dora.page.close()
	await dora.context.unrouteAll({ behavior: 'ignoreErrors' })
})
