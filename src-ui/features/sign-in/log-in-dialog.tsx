import { useState } from 'react'
import type { OwnUser } from '#contract/accounts.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { LogIn } from './log-in.tsx'

export type LogInDialogProps = {
	title: string
	words: string
	username?: string
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
	onDone?: (user: OwnUser) => void
}

export function LogInDialog({ title, words, username = '', isOpen, onOpenChange, onDone }: LogInDialogProps) {
	return (
		<Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={false}>
			<p className="mb-4 text-muted">{words}</p>
			<RememberingForm
				username={username}
				onDone={(user) => {
					onOpenChange(false)
					onDone?.(user)
				}}
			/>
		</Dialog>
	)
}

function RememberingForm({ username: first, onDone }: { username: string; onDone: (user: OwnUser) => void }) {
	const [username, setUsername] = useState(first)
	return <LogIn username={username} onUsernameChange={setUsername} autoFocusPassword={first !== ''} onDone={onDone} />
}
