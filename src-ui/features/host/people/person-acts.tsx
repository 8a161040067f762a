import {
	makeHost,
	type Person,
	type Removed,
	removePerson,
	renamePerson,
	signOutPerson,
	unmakeHost,
} from '#contract/host/people.ts'
import { Username } from '#contract/names.ts'
import { act } from '#ui/features/host/act-dialog.tsx'
import { HandOverLink } from '#ui/features/host/hand-over-link.tsx'
import { Button } from '#ui/kit/button.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { api } from '#ui/platform/api-client.ts'

const at = ({ id }: Person) => ({ params: { id } })

/** Creates a reset link without a confirmation. */
export const newKey = {
	title: ({ username }: Person & { token: string }) => `A new key for ${username}`,
	text: ({ username, connected, token }: Person & { token: string }) => (
		<>
			<p className="mb-4 text-[0.9375rem] leading-snug text-muted">
				It is shown only now and works once, within the hour: give it to nobody but {username}. The person who opens it
				is logged in as {username} and can change what they said. So its use stands in the journal, and {username} reads
				that the link was yours.
			</p>
			<p className="mb-4 text-[0.9375rem] leading-snug text-muted">
				Also for a lost phone. Their passkeys are removed when they use it.
				{connected.length > 0
					? ` So is the connection to ${connected.join(', ')}, which they can make anew in their settings.`
					: null}
			</p>
			<HandOverLink
				path={`/reset/${token}`}
				label={`the reset link for ${username}`}
				message={`Hey ${username}, here is a new key to your seat on Backseat. It works once, within the hour:`}
			/>
		</>
	),
}

const unmake = {
	title: ({ username }: Person) => `Take the wheel from ${username}?`,
	button: () => 'Take it away',
	refreshesAll: true,
	call: (person: Person) => api.send(unmakeHost, at(person)),
	toast: ({ username }: Person) => ({
		title: `${username} is in the back again`,
		description: 'A member like all others.',
	}),
} as const

export const personActs = {
	rename: act({
		title: ({ username }: Person) => `Rename ${username}`,
		text: () =>
			'They log in with the new name and everybody sees it, also in place of a display name. They stay signed in.',
		field: { label: 'New username', schema: Username, value: ({ username }) => username },
		button: () => 'Save Changes',
		refreshesAll: true,
		call: (person, _tools, username) => api.send(renamePerson, { ...at(person), body: { username } }),
		toast: (_before, { username }) => ({
			title: `New plate: ${username}`,
			description: `They log in as ${username} from now on. Better tell them.`,
		}),
	}),
	makeHost: act({
		title: ({ username }: Person) => `Make ${username} host?`,
		text: ({ username }) =>
			`${username} may then do all that you can do here: help, rename and remove people, invite, look after ghosts, reports and backups, and take the wheel from you. Who rated whom they do not learn, either.`,
		button: () => 'Make host',
		refreshesAll: true,
		call: (person) => api.send(makeHost, at(person)),
		toast: ({ username }) => ({
			title: `${username} is behind the wheel`,
			description: 'They find it in the menu of their account.',
		}),
	}),
	unmakeHost: act({
		...unmake,
		text: ({ username }) =>
			`${username} keeps the account and everything in it, and may no longer look after others. They still know every link they have made.`,
	}),
	stepDown: act({
		...unmake,
		text: () => 'You will be a member like all others, and this page closes for you until another host lets you back.',
	}),
	signOut: act({
		title: ({ username }: Person) => `Sign ${username} out everywhere?`,
		text: ({ username }) =>
			`Every phone and computer on which ${username} is signed in asks for the password again, and their read-only tokens end. The password stays as it is: whoever knows it gets back in.`,
		button: () => 'Sign out',
		refreshesAll: true,
		call: (person) => api.send(signOutPerson, at(person)),
		toast: ({ username }, { ended }) => ({ title: `${username} is signed out`, description: endedInWords(ended) }),
	}),
	remove: act({
		title: ({ username }: Person) => `Remove ${username}?`,
		text: ({ username }) => (
			<>
				<p>The account goes, with every rating of their driving. The name is free for somebody else.</p>
				<ul className="flex list-disc flex-col gap-1 pl-5 text-[0.9375rem] leading-snug">
					<li>
						The ratings they gave stay, without a name. Which ones vanished would tell whose they were; members who
						leave by themselves choose.
					</li>
					<li>A driver they claimed in the last 7 days stays, ratings and all, and waits to be claimed again.</li>
					<li>Drivers they added stay if others have rated them.</li>
					<li>This cannot be undone, except by restoring a backup of everything.</li>
					<li>To keep {username} out from now on, look at who may sign up, and at your invitations.</li>
				</ul>
			</>
		),
		button: () => 'Remove for Good',
		pending: 'Removing...',
		danger: true,
		refreshesAll: true,
		call: (person) => api.send(removePerson, { ...at(person), body: { ratings: 'stay' } }),
		afterwards: ({ username }, removed, onClose) => <Gone username={username} removed={removed} onClose={onClose} />,
	}),
}

const endedInWords = (ended: number) => {
	if (ended === 0) return 'They were signed in nowhere.'
	return ended === 1 ? 'In the one place where they were signed in.' : `In all ${ended} places.`
}

type GoneProps = { username: string; removed: Removed; onClose: () => void }

const Gone = ({ username, removed: { ratings, givenBack }, onClose }: GoneProps) => (
	<div role="status" className="flex flex-col gap-4">
		<p>
			{username} got out, and {ratingsInWords(ratings)} of their driving went along.
		</p>
		{givenBack.map((ghost) => (
			<p key={ghost.id} className="wrap-anywhere">
				<strong>{ghost.name}</strong> waits to be claimed again, with {ratingsInWords(ghost.ratings)}. A new link for
				whoever that is:{' '}
				<TextLink to="/host/people" search={{ show: 'ghosts' }}>
					Ghosts
				</TextLink>
			</p>
		))}
		<Button isBlock autoFocus onPress={onClose}>
			Done
		</Button>
	</div>
)

const ratingsInWords = (count: number) => {
	if (count === 0) return 'no rating'
	return count === 1 ? '1 rating' : `${count} ratings`
}
