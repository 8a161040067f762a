import { useEffect, useState } from 'react'
import type { ButtonLook } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { closeComplaint, toast } from '#ui/kit/feedback/toast.ts'
import { CheckIcon, CopyIcon } from '#ui/kit/icons.tsx'
import { copyText } from '#ui/platform/sharing/clipboard.ts'

const COPIED_MS = 2000

type CopyLinkButtonProps = ButtonLook & { link: string; onPress?: () => void; autoFocus?: boolean }

export function CopyLinkButton({ link, onPress, ...look }: CopyLinkButtonProps) {
	// Counted, so that copying again starts the two seconds again.
	const [copies, setCopies] = useState(0)
	const isCopied = copies > 0
	useEffect(() => {
		if (copies === 0) return
		const timer = setTimeout(() => setCopies(0), COPIED_MS)
		return () => clearTimeout(timer)
	}, [copies])

	const copy = async () => {
		onPress?.()
		try {
			await copyText(link)
			setCopies((before) => before + 1)
			closeComplaint()
		} catch {
			sayCopyFailed()
		}
	}

	return (
		<>
			<Button isBlock {...look} onPress={() => void copy()}>
				{isCopied ? <CheckIcon /> : <CopyIcon />}
				{isCopied ? 'Copied!' : 'Copy link'}
			</Button>
			<span role="status" className="sr-only">
				{isCopied ? 'The link is on the clipboard' : ''}
			</span>
		</>
	)
}

export function sayCopyFailed() {
	toast({ variant: 'destructive', title: 'Copy failed', description: 'Failed to copy the link. Please try again.' })
}
