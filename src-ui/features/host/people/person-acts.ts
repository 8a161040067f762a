import { useQueryClient } from '@tanstack/react-query'
import {
	makeHost,
	makeResetLink,
	type Person,
	type ResetLink,
	removePerson,
	renamePerson,
	signOutPerson,
	unmakeHost,
} from '#contract/host/people.ts'
import { useHostAct } from '#ui/features/host/confirm/use-host-act.ts'
import { api } from '#ui/platform/api-client.ts'

const at = ({ id }: Person) => ({ params: { id } })

/** What becomes of somebody may show anywhere: in every list, the journal, and, where it is oneself, in the session. */
function useLookAgain() {
	const queryClient = useQueryClient()
	return () => void queryClient.invalidateQueries()
}

export const useResetLink = (person: Person, onMade: (link: ResetLink) => void) =>
	useHostAct({ send: () => api.send(makeResetLink, at(person)), onDone: onMade })

export function useRenamePerson(person: Person) {
	const onDone = useLookAgain()
	return useHostAct({
		send: (username: string) => api.send(renamePerson, { ...at(person), body: { username } }),
		onDone,
	})
}

/** Makes them host, or takes that back. */
export function useSetHost(person: Person) {
	const onDone = useLookAgain()
	return useHostAct({
		send: () => (person.isHost ? api.send(unmakeHost, at(person)) : api.send(makeHost, at(person))),
		onDone,
	})
}

export function useSignOutPerson(person: Person) {
	const onDone = useLookAgain()
	return useHostAct({ send: () => api.send(signOutPerson, at(person)), onDone })
}

export function useRemovePerson(person: Person) {
	const onDone = useLookAgain()
	return useHostAct({ send: () => api.send(removePerson, { ...at(person), body: { ratings: 'stay' } }), onDone })
}
