import { useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Session } from './session.ts'
import type { Member, Viewer } from './viewer.ts'

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
	const session = useContext(SessionContext)
	if (!session) throw new Error('There is no SessionProvider around this')
	return session
}

export function useViewer(): Viewer {
	return useSuspenseQuery(useSession().query).data
}

export function useMember(): Member | null {
	const viewer = useViewer()
	return viewer.kind === 'member' ? viewer.user : null
}
