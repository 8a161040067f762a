import { beforeEach, expect, spyOn, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from '#ui/kit/button.tsx'
import { aMember, deadNetwork, type FakeAnswer } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { type Act, useActs } from './act-dialog.tsx'
import { backupActs } from './backups/backup-acts.tsx'
import { ghostActs } from './ghosts/ghost-acts.tsx'
import { invitationActs } from './invitations/invitation-acts.ts'
import { personActs } from './people/person-acts.tsx'
import { reportActs } from './reports/report-acts.ts'
import { aBackup, amy, aPerson, aReport, BACKUP_NAME, bob, choir } from './testing/host-rows.ts'

const RESTORING = { isDesktop: false, folder: '/srv', dataFolder: '/srv', settings: '' }

const user = userEvent.setup()

// Prevents navigation, because a download follows a link.
beforeEach(() => {
	spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
})

const mum = aPerson()
const report = aReport()
const backup = aBackup({ kind: 'manual' })

type Case = {
	title: string
	text: string
	button: string
	danger?: true
	sends: [call: string, answer: FakeAnswer, body?: unknown]
	/** Text of the toast, or of the dialog that replaces the question. */
	result: string
	/** New name, for acts that rename. */
	typed?: string
	role?: 'alertdialog'
	Screen: () => React.ReactNode
}

const opens = <Row,>(act: Act<Row>, row: Row, expected: Omit<Case, 'Screen'>): Case => ({
	...expected,
	Screen() {
		const { ask, dialog } = useActs<Row>({ rows: null, focus: () => null })
		return (
			<>
				<Button onPress={() => ask(act, row)}>Open</Button>
				{dialog}
			</>
		)
	},
})

/** The type requires a case for every act of every list. */
const CASES: { [List in keyof typeof LISTS]: Record<keyof (typeof LISTS)[List], Case> } = {
	ghosts: {
		newLink: opens(ghostActs.newLink, bob, {
			title: 'New link for Uncle Bob',
			text: 'The old link stops working at once, also where somebody has it open. Of everybody else only mum will see the new one.',
			button: 'New link',
			sends: ['POST /api/host/ghosts/7/link', [200, { token: 'abcdefghijklmnopqrstuvwxyz012345' }]],
			result: 'Shown only now. Whoever makes an account with it first gets the seat',
		}),
		rename: opens(ghostActs.rename, bob, {
			title: 'Rename Uncle Bob',
			text: 'Name',
			button: 'Rename',
			typed: 'Onkel Bob',
			sends: ['PUT /api/host/ghosts/7', [200, { ...bob, name: 'Onkel Bob' }], { name: 'Onkel Bob' }],
			result: 'Uncle Bob is Onkel Bob now',
		}),
		undoClaim: opens(ghostActs.undoClaim, amy, {
			title: 'Undo the claim of Aunt Amy?',
			text: 'The wrong person at the wheel? thief keeps the account, but loses the ratings that came with the claim: they wait with Aunt Amy for the right one. thief reads that you undid it.Whoever added this driver has left: afterwards make a new link here, and hand it over.',
			button: 'Undo the claim',
			danger: true,
			sends: ['POST /api/host/ghosts/8/undo-claim', [200, { ratingsMoved: 2, knownBy: 'by_age' }]],
			result:
				'Aunt Amy waits again2 ratings came back. Those are all that are older than the account. Make a new link here and hand it over.',
		}),
		remove: opens(ghostActs.remove, bob, {
			title: 'Delete Uncle Bob?',
			text: "Uncle Bob goes from everybody's list with 3 ratings, whoever gave them, and the claim link leads nowhere. This cannot be undone.",
			button: 'Delete Uncle Bob',
			danger: true,
			sends: ['DELETE /api/host/ghosts/7', [200, { ratingsDeleted: 3 }]],
			result: 'Uncle Bob got outWith 3 ratings.',
		}),
	},
	people: {
		rename: opens(personActs.rename, mum, {
			title: 'Rename mum',
			text: 'They log in with the new name and everybody sees it, also in place of a display name. They stay signed in.',
			button: 'Save Changes',
			typed: 'mutti',
			sends: ['PUT /api/host/people/8', [200, { ...mum, username: 'mutti' }], { username: 'mutti' }],
			result: 'New plate: muttiThey log in as mutti from now on. Better tell them.',
		}),
		makeHost: opens(personActs.makeHost, mum, {
			title: 'Make mum host?',
			text: 'mum may then do all that you can do here: help, rename and remove people, invite, look after ghosts, reports and backups, and take the wheel from you. Who rated whom they do not learn, either.',
			button: 'Make host',
			sends: ['POST /api/host/people/8/host', [200, { ...mum, isHost: true }]],
			result: 'mum is behind the wheelThey find it in the menu of their account.',
		}),
		unmakeHost: opens(personActs.unmakeHost, mum, {
			title: 'Take the wheel from mum?',
			text: 'mum keeps the account and everything in it, and may no longer look after others. They still know every link they have made.',
			button: 'Take it away',
			sends: ['DELETE /api/host/people/8/host', [200, mum]],
			result: 'mum is in the back againA member like all others.',
		}),
		stepDown: opens(personActs.stepDown, mum, {
			title: 'Take the wheel from mum?',
			text: 'You will be a member like all others, and this page closes for you until another host lets you back.',
			button: 'Take it away',
			sends: ['DELETE /api/host/people/8/host', [200, mum]],
			result: 'mum is in the back again',
		}),
		signOut: opens(personActs.signOut, mum, {
			title: 'Sign mum out everywhere?',
			text: 'Every phone and computer on which mum is signed in asks for the password again, and their read-only tokens end. The password stays as it is: whoever knows it gets back in.',
			button: 'Sign out',
			sends: ['DELETE /api/host/people/8/sessions', [200, { ended: 2 }]],
			result: 'mum is signed outIn all 2 places.',
		}),
		remove: opens(personActs.remove, mum, {
			title: 'Remove mum?',
			text: 'The account goes, with every rating of their driving. The name is free for somebody else.',
			button: 'Remove for Good',
			danger: true,
			sends: ['DELETE /api/host/people/8', [200, { ratings: 1, givenBack: [] }], { ratings: 'stay' }],
			result: 'mum got out, and 1 rating of their driving went along.',
		}),
	},
	invitations: {
		revoke: opens(invitationActs.revoke, choir, {
			title: 'Revoke the choir?',
			text: 'Its link stops working at once. Whoever came by it keeps the account.',
			button: 'Revoke',
			danger: true,
			sends: ['POST /api/host/invitations/3/revoke', [200, choir]],
			result: 'The door is shut2 people came by it, and stay.',
		}),
	},
	reports: {
		remove: opens(reportActs.remove, report, {
			title: 'Remove this rating?',
			text: 'The 1 star that Uncle Bob got on Nov 2, 2026 will be gone for good, from the card, the average and every list. Whoever gave it is not told.',
			button: 'Remove it',
			danger: true,
			role: 'alertdialog',
			sends: ['POST /api/host/reports/11/remove', [200, { ...report, status: 'removed', rating: null }]],
			result: 'RemovedThe rating is out of the card of Uncle Bob, who can read that it was removed.',
		}),
	},
	backups: {
		download: opens(backupActs.download, backup, {
			title: 'Take everything along?',
			text: "These 3.2 MB hold everything: everybody's names, e-mail addresses and ratings, and who rated whom, which is shown nowhere else.",
			button: 'Download',
			sends: ['GET /api/host/confirmation', [200, { confirmedUntil: '2026-11-22T20:15:00.000Z' }]],
			result: 'Download startedYour browser takes it from here.',
		}),
		remove: opens(backupActs.remove, backup, {
			title: 'Remove this backup?',
			text: 'is deleted from the disk, for good. What Backseat works with stays as it is. The journal notes it.',
			button: 'Remove it',
			danger: true,
			sends: [
				`DELETE /api/host/backups/${BACKUP_NAME}`,
				[200, { backups: [], underWay: null, failure: null, restoring: RESTORING }],
			],
			result: 'Backup removedOne spare wheel fewer in the boot.',
		}),
	},
}
const LISTS = {
	ghosts: ghostActs,
	people: personActs,
	invitations: invitationActs,
	reports: reportActs,
	backups: backupActs,
}

const cases = Object.entries(CASES).flatMap(([list, acts]) =>
	Object.entries<Case>(acts).map(([name, expected]) => [`${list}: ${name}`, expected] as const),
)

test.each(cases)('%s asks first, sends one request and says what was done', async (_name, expected) => {
	const { title, text, button, danger, sends, result, typed, role = 'dialog', Screen } = expected
	const [call, answer, body] = sends
	const server = await openScreen(<Screen />, '/host/people', { [call]: deadNetwork }, { member: aMember() })
	const opened = async () => {
		await user.click(screen.getByRole('button', { name: 'Open' }))
		return within(await screen.findByRole(role, { name: title }))
	}
	const press = (dialog: ReturnType<typeof within>, name: string) => user.click(dialog.getByRole('button', { name }))

	const first = await opened()
	expect(document.body.textContent).toContain(text)
	const act = first.getByRole('button', { name: button })
	expect(act.classList.contains('button-danger')).toBe(danger === true)
	await user.click(first.getByRole('button', { name: /^(Cancel|Back)$/ }))
	expect(server.bodiesOf(call)).toEqual([])

	await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
	const second = await opened()
	if (typed) {
		await user.clear(second.getByRole('textbox'))
		await fill(user, second.getByRole('textbox'), typed)
	}
	await press(second, button)
	expect(await second.findByText(/(Please try again|went wrong|does not answer)/)).toBeTruthy()
	expect(server.bodiesOf(call)).toEqual([body])

	server.answer(call, answer)
	await press(second, button)
	await waitFor(() => expect(document.body.textContent).toContain(result))
	expect(server.bodiesOf(call)).toEqual([body, body])
})
