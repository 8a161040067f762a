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
import { isolated, t, tn } from '#contract/text.ts'
import { act } from '#ui/features/host/act-dialog.tsx'
import { HandOverLink } from '#ui/features/host/hand-over-link.tsx'
import { Button } from '#ui/kit/button.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { T } from '#ui/kit/t.tsx'
import { api } from '#ui/platform/api-client.ts'
import { listInWords } from '#ui/platform/dates-and-figures.ts'

const at = ({ id }: Person) => ({ params: { id } })

/** Creates a reset link without a confirmation. */
export const newKey = {
	title: ({ username }: Person & { token: string }) => t('A new key for {username}', { username }),
	text: ({ username, connected, token }: Person & { token: string }) => (
		<>
			<p className="mb-4 text-[0.9375rem] leading-snug text-muted">
				{t(
					'It is shown only now and works once, within the hour: give it to nobody but {username}. The person who opens it is logged in as {username} and can change what they said. So its use stands in the journal, and {username} reads that the link was yours.',
					{ username },
				)}
			</p>
			<p className="mb-4 text-[0.9375rem] leading-snug text-muted">
				{t('Also for a lost phone. Their passkeys are removed when they use it.')}
				{connected.length > 0
					? ` ${t('So is the connection to {places}, which they can make anew in their settings.', {
							places: listInWords(connected.map(isolated)),
						})}`
					: null}
			</p>
			<HandOverLink
				path={`/reset/${token}`}
				codeLabel={t('QR code of the reset link for {username}', { username })}
				message={t('Hey {username}, here is a new key to your seat on Backseat. It works once, within the hour:', {
					username,
				})}
			/>
		</>
	),
}

const unmake = {
	title: ({ username }: Person) => t('Take the wheel from {username}?', { username }),
	button: () => t('Take it away'),
	refreshesAll: true,
	call: (person: Person) => api.send(unmakeHost, at(person)),
	toast: ({ username }: Person) => ({
		title: t('{username} is in the back again', { username }),
		description: t('A member like all others.'),
	}),
} as const

export const personActs = {
	rename: act({
		title: ({ username }: Person) => t('Rename {username}', { username }),
		text: () =>
			t('They log in with the new name and everybody sees it, also in place of a display name. They stay signed in.'),
		field: { label: t('New username'), schema: Username, value: ({ username }) => username },
		button: () => t('Save Changes'),
		refreshesAll: true,
		call: (person, _tools, username) => api.send(renamePerson, { ...at(person), body: { username } }),
		toast: (_before, { username }) => ({
			title: t('New plate: {username}', { username }),
			description: t('They log in as {username} from now on. Better tell them.', { username }),
		}),
	}),
	makeHost: act({
		title: ({ username }: Person) => t('Make {username} host?', { username }),
		text: ({ username }) =>
			t(
				'{username} may then do all that you can do here: help, rename and remove people, invite, look after ghosts, reports and backups, and take the wheel from you. Who rated whom they do not learn, either.',
				{ username },
			),
		button: () => t('Make host'),
		refreshesAll: true,
		call: (person) => api.send(makeHost, at(person)),
		toast: ({ username }) => ({
			title: t('{username} is behind the wheel', { username }),
			description: t('They find it in the menu of their account.'),
		}),
	}),
	unmakeHost: act({
		...unmake,
		text: ({ username }) =>
			t(
				'{username} keeps the account and everything in it, and may no longer look after others. They still know every link they have made.',
				{ username },
			),
	}),
	stepDown: act({
		...unmake,
		text: () =>
			t('You will be a member like all others, and this page closes for you until another host lets you back.'),
	}),
	signOut: act({
		title: ({ username }: Person) => t('Sign {username} out everywhere?', { username }),
		text: ({ username }) =>
			t(
				'Every phone and computer on which {username} is signed in asks for the password again, and their read-only tokens end. The password stays as it is: whoever knows it gets back in.',
				{ username },
			),
		button: () => t('Sign out'),
		refreshesAll: true,
		call: (person) => api.send(signOutPerson, at(person)),
		toast: ({ username }, { ended }) => ({
			title: t('{username} is signed out', { username }),
			description: endedInWords(ended),
		}),
	}),
	remove: act({
		title: ({ username }: Person) => t('Remove {username}?', { username }),
		text: ({ username }) => (
			<>
				<p>{t('The account goes, with every rating of their driving. The name is free for somebody else.')}</p>
				<ul className="flex list-disc flex-col gap-1 ps-5 text-[0.9375rem] leading-snug">
					<li>
						{t(
							'The ratings they gave stay, without a name. Which ones vanished would tell whose they were; members who leave by themselves choose.',
						)}
					</li>
					<li>
						{t('A driver they claimed in the last 7 days stays, ratings and all, and waits to be claimed again.')}
					</li>
					<li>{t('Drivers they added stay if others have rated them.')}</li>
					<li>{t('This cannot be undone, except by restoring a backup of everything.')}</li>
					<li>
						{t('To keep {username} out from now on, look at who may sign up, and at your invitations.', { username })}
					</li>
				</ul>
			</>
		),
		button: () => t('Remove for Good'),
		pending: t('Removing...'),
		danger: true,
		refreshesAll: true,
		call: (person) => api.send(removePerson, { ...at(person), body: { ratings: 'stay' } }),
		afterwards: ({ username }, removed, onClose) => <Gone username={username} removed={removed} onClose={onClose} />,
	}),
}

const endedInWords = (ended: number) => {
	if (ended === 0) return t('They were signed in nowhere.')
	return tn('In the one place where they were signed in.', 'In all # places.', ended)
}

type GoneProps = { username: string; removed: Removed; onClose: () => void }

const Gone = ({ username, removed: { ratings, givenBack }, onClose }: GoneProps) => (
	<div role="status" className="flex flex-col gap-4">
		<p>
			{ratings === 0
				? t('{username} got out, and no ratings of their driving went along.', { username })
				: tn(
						'{username} got out, and # rating of their driving went along.',
						'{username} got out, and # ratings of their driving went along.',
						ratings,
						{ username },
					)}
		</p>
		{givenBack.map((ghost) => (
			<p key={ghost.id} className="wrap-anywhere">
				{ghost.ratings === 0 ? (
					<T
						text="<b>{name}</b> waits to be claimed again, with no rating. A new link for whoever that is:"
						b={<strong />}
						name={ghost.name}
					/>
				) : (
					<T
						text="<b>{name}</b> waits to be claimed again, with # rating. A new link for whoever that is:"
						plural="<b>{name}</b> waits to be claimed again, with # ratings. A new link for whoever that is:"
						count={ghost.ratings}
						b={<strong />}
						name={ghost.name}
					/>
				)}{' '}
				<TextLink to="/host/people" search={{ show: 'ghosts' }}>
					{t('Ghosts')}
				</TextLink>
			</p>
		))}
		<Button isBlock autoFocus onPress={onClose}>
			{t('Done')}
		</Button>
	</div>
)
