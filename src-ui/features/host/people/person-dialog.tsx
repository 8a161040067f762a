import { useQueryClient } from '@tanstack/react-query'
import {
	makeHost,
	type Person,
	type Removed,
	removePerson,
	renamePerson,
	signOutPerson,
	unmakeHost,
} from '#contract/host/people.ts'
import type { UserId } from '#contract/ids.ts'
import { Username } from '#contract/names.ts'
import { ActDialog, Question, RenameForm } from '#ui/features/host/act-dialog.tsx'
import { HandOverLink } from '#ui/features/host/hand-over-link.tsx'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { api } from '#ui/platform/api-client.ts'

export type AskedOfPerson =
	| { act: 'rename' | 'host' | 'sign-out' | 'remove'; person: Person }
	| { act: 'link'; person: Person; token: string }

type PersonDialogProps = {
	asked: AskedOfPerson | null
	me: UserId | undefined
	onClose: () => void
	/** Data of the list. */
	rows: unknown
	/** Element to focus if the focused button unmounts. */
	buttonFor: (person: Person) => HTMLElement | null | undefined
}

export function PersonDialog({ asked, me, onClose, rows, buttonFor }: PersonDialogProps) {
	return (
		<ActDialog asked={asked} title={titleOf} onClose={onClose} rows={rows} focus={({ person }) => buttonFor(person)}>
			{(asked) => {
				const { person } = asked
				if (asked.act === 'link') return <NewKey person={person} token={asked.token} />
				if (asked.act === 'rename') return <Rename person={person} onClose={onClose} />
				if (asked.act === 'host') return <SetHost person={person} isMe={person.id === me} onClose={onClose} />
				if (asked.act === 'sign-out') return <SignOut person={person} onClose={onClose} />
				return <Remove person={person} onClose={onClose} />
			}}
		</ActDialog>
	)
}

function titleOf({ act, person: { username, isHost } }: AskedOfPerson): string {
	if (act === 'link') return `A new key for ${username}`
	if (act === 'rename') return `Rename ${username}`
	if (act === 'sign-out') return `Sign ${username} out everywhere?`
	if (act === 'remove') return `Remove ${username}?`
	return isHost ? `Take the wheel from ${username}?` : `Make ${username} host?`
}

const at = ({ id }: Person) => ({ params: { id } })

/** Refetches everything: a change to a member can affect every list, the journal and the host's own session. */
function useRefreshAll() {
	const queryClient = useQueryClient()
	return () => void queryClient.invalidateQueries()
}

const NewKey = ({ person: { username, connected }, token }: { person: Person; token: string }) => (
	<>
		<p className="mb-4 text-[0.9375rem] leading-snug text-muted">
			It is shown only now and works once, within the hour: give it to nobody but {username}. The person who opens it is
			logged in as {username} and can change what they said. So its use stands in the journal, and {username} reads that
			the link was yours.
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
)

type ActProps = { person: Person; onClose: () => void }

function Rename({ person, onClose }: ActProps) {
	const refreshAll = useRefreshAll()
	return (
		<RenameForm
			label="New username"
			act="Save Changes"
			schema={Username}
			name={person.username}
			send={(username) => api.send(renamePerson, { ...at(person), body: { username } })}
			onDone={({ username }) => {
				refreshAll()
				toast({
					title: `New plate: ${username}`,
					description: `They log in as ${username} from now on. Better tell them.`,
				})
			}}
			onClose={onClose}
		>
			<p className="text-muted">
				They log in with the new name and everybody sees it, also in place of a display name. They stay signed in.
			</p>
		</RenameForm>
	)
}

function SetHost({ person, isMe, onClose }: ActProps & { isMe: boolean }) {
	const { username, isHost } = person
	const refreshAll = useRefreshAll()
	return (
		<Question
			act={isHost ? 'Take it away' : 'Make host'}
			send={() => (isHost ? api.send(unmakeHost, at(person)) : api.send(makeHost, at(person)))}
			onDone={() => {
				refreshAll()
				toast(
					isHost
						? { title: `${username} is in the back again`, description: 'A member like all others.' }
						: { title: `${username} is behind the wheel`, description: 'They find it in the menu of their account.' },
				)
			}}
			onClose={onClose}
		>
			{isHost ? <WithoutTheWheel isMe={isMe} username={username} /> : <WithTheWheel username={username} />}
		</Question>
	)
}

const WithTheWheel = ({ username }: { username: string }) => (
	<>
		{username} may then do all that you can do here: help, rename and remove people, invite, look after ghosts, reports
		and backups, and take the wheel from you. Who rated whom they do not learn, either.
	</>
)

function WithoutTheWheel({ isMe, username }: { isMe: boolean; username: string }) {
	if (isMe)
		return <>You will be a member like all others, and this page closes for you until another host lets you back.</>
	return (
		<>
			{username} keeps the account and everything in it, and may no longer look after others. They still know every link
			they have made.
		</>
	)
}

function SignOut({ person, onClose }: ActProps) {
	const refreshAll = useRefreshAll()
	return (
		<Question
			act="Sign out"
			send={() => api.send(signOutPerson, at(person))}
			onDone={({ ended }) => {
				refreshAll()
				toast({ title: `${person.username} is signed out`, description: endedInWords(ended) })
			}}
			onClose={onClose}
		>
			Every phone and computer on which {person.username} is signed in asks for the password again. The password stays
			as it is: whoever knows it gets back in.
		</Question>
	)
}

const endedInWords = (ended: number) => {
	if (ended === 0) return 'They were signed in nowhere.'
	return ended === 1 ? 'In the one place where they were signed in.' : `In all ${ended} places.`
}

/** Lists what will be deleted, and afterwards what was deleted. */
function Remove({ person, onClose }: ActProps) {
	const refreshAll = useRefreshAll()
	return (
		<Question
			act="Remove for Good"
			acting="Removing..."
			isDangerous
			send={() => api.send(removePerson, { ...at(person), body: { ratings: 'stay' } })}
			onDone={refreshAll}
			onClose={onClose}
			afterwards={(removed) => <Gone username={person.username} removed={removed} onClose={onClose} />}
		>
			<p>The account goes, with every rating of their driving. The name is free for somebody else.</p>
			<ul className="flex list-disc flex-col gap-1 pl-5 text-[0.9375rem] leading-snug">
				<li>
					The ratings they gave stay, without a name. Which ones vanished would tell whose they were; members who leave
					by themselves choose.
				</li>
				<li>A driver they claimed in the last 7 days stays, ratings and all, and waits to be claimed again.</li>
				<li>Drivers they added stay if others have rated them.</li>
				<li>This cannot be undone, except by restoring a backup of everything.</li>
				<li>To keep {person.username} out from now on, look at who may sign up, and at your invitations.</li>
			</ul>
		</Question>
	)
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
				whoever that is: <TextLink to="/host/ghosts">Ghosts</TextLink>
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
