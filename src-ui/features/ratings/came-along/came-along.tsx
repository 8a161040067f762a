import { useState } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { cameAlongFor } from '#ui/platform/came-along.ts'
import { useMember } from '#ui/session/session-context.ts'

const receiptToClose = latePart<{ onClosed: () => void }>(() =>
	import('./came-along-receipt.tsx').then(({ ReceiptToClose }) => ReceiptToClose),
)

export function CameAlong() {
	const member = useMember()
	const [isClosed, setIsClosed] = useState(false)
	const isThere = !isClosed && member !== null && cameAlongFor() === member.id
	const ReceiptToClose = useLatePart(receiptToClose, isThere)
	return ReceiptToClose ? <ReceiptToClose onClosed={() => setIsClosed(true)} /> : null
}
