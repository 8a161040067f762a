import type { Person } from '#contract/host/people.ts'
import { AskOnce } from '#ui/features/host/lists/ask-once.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { useSetHost, useSignOutPerson } from './person-acts.ts'

export function SetHost({ person, isMe, onClose }: { person: Person; isMe: boolean; onClose: () => void }) {
	const { username, isHost } = person
	const act = useSetHost(person)
	const run = () =>
		act.run(undefined, {
			onSuccess: () => {
				onClose()
				toast(
					isHost
						? { title: `${username} is in the back again`, description: 'A member like all others.' }
						: { title: `${username} is behind the wheel`, description: 'They find it in the menu of their account.' },
				)
			},
		})
	return (
		<AskOnce {...act} onCancel={onClose} onAct={run} act={isHost ? 'Take it away' : 'Make host'}>
			{isHost ? <WithoutTheWheel isMe={isMe} username={username} /> : <WithTheWheel username={username} />}
		</AskOnce>
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

export function SignOut({ person, onClose }: { person: Person; onClose: () => void }) {
	const act = useSignOutPerson(person)
	const run = () =>
		act.run(undefined, {
			onSuccess: ({ ended }) => {
				onClose()
				toast({ title: `${person.username} is signed out`, description: endedInWords(ended) })
			},
		})
	return (
		<AskOnce {...act} onCancel={onClose} onAct={run} act="Sign out">
			Every phone and computer on which {person.username} is signed in asks for the password again. The password stays
			as it is: whoever knows it gets back in.
		</AskOnce>
	)
}

const endedInWords = (ended: number) => {
	if (ended === 0) return 'They were signed in nowhere.'
	return ended === 1 ? 'In the one place where they were signed in.' : `In all ${ended} places.`
}
