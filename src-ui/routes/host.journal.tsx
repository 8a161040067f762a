import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/host/journal')({
	beforeLoad: () => {
		throw redirect({ to: '/host', hash: 'journal', replace: true })
	},
})
