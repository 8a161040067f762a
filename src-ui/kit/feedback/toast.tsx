import { useCallback, useEffect, useRef } from 'react'
import {
	UNSTABLE_Toast as AriaToast,
	type QueuedToast,
	Text,
	UNSTABLE_ToastContent as ToastContent,
	UNSTABLE_ToastQueue as ToastQueue,
	UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { classNames } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { CrossIcon } from '#ui/kit/icons.tsx'
import { takesToastSpace } from '#ui/kit/page/bottom-space.ts'
import { useSwipeRight } from './swipe-right.ts'

export type ToastWords = {
	title: string
	description?: string
	variant?: 'default' | 'destructive'
	action?: { label: string; onPress: () => void }
	/** Milliseconds; 5000 unless told. */
	duration?: number
}

// Outside React, so that a toast can outlive the screen that raised it.
const queue = new ToastQueue<ToastWords>({ maxVisibleToasts: 1 })

/** Shows one toast; one that is still up gives way. Returns a way to take it down early. */
export function toast(words: ToastWords): () => void {
	closeToast()
	const key = queue.add(words, { timeout: words.duration ?? 5000 })
	raisedByAct = acts
	return () => queue.close(key)
}

/** Takes down whatever is up. */
export const closeToast = () => queue.clear()

/** How often somebody has tapped or pressed a key, and how often they had when the last toast was raised. */
let acts = 0
let raisedByAct = 0

/** Call when another screen opens: a toast stays only if the act that opened it raised it too. */
export function closeToastOfEarlierAct() {
	if (raisedByAct !== acts) closeToast()
}

/** Call when what a red toast complains about is mended, or about to be. */
export function closeComplaint() {
	if (queue.visibleToasts.some(({ content }) => content.variant === 'destructive')) closeToast()
}

/** Once, at the root. F8 moves focus to the toast that is up. */
export function ToastViewport() {
	const region = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const focusOnF8 = (event: KeyboardEvent) => {
			if (event.key !== 'F8' || !region.current) return
			event.preventDefault()
			region.current.focus()
		}
		document.addEventListener('keydown', focusOnF8)
		return () => document.removeEventListener('keydown', focusOnF8)
	}, [])
	useEffect(() => {
		const countAct = () => {
			acts += 1
		}
		const listeners = [
			...(['pointerdown', 'keydown'] as const).map((type) => [type, countAct] as const),
			// Changing what was refused, or sending it again.
			...(['input', 'submit'] as const).map((type) => [type, closeComplaint] as const),
		]
		// Before anybody else hears of it: what it sets off may raise a toast, or open a screen.
		for (const [type, listener] of listeners) window.addEventListener(type, listener, { capture: true })
		return () => {
			for (const [type, listener] of listeners) window.removeEventListener(type, listener, { capture: true })
		}
	}, [])
	const setRegion = useCallback((element: HTMLDivElement | null) => {
		region.current = element
		return takesToastSpace(element)
	}, [])
	return (
		<ToastRegion ref={setRegion} queue={queue} aria-label="Notifications (F8)" className="toast-viewport">
			{({ toast }) => <ToastSticker toast={toast} />}
		</ToastRegion>
	)
}

function ToastSticker({ toast }: { toast: QueuedToast<ToastWords> }) {
	const { title, description, variant = 'default', action } = toast.content
	const close = () => queue.close(toast.key)
	const swipe = useSwipeRight(close)
	return (
		<AriaToast toast={toast} className="outline-none">
			<div {...swipe} data-variant={variant} className={classNames('toast', variant === 'destructive' && 'toast-red')}>
				<ToastContent
					role={variant === 'destructive' ? 'alert' : 'status'}
					className="flex min-w-0 flex-1 flex-col gap-0.5 py-1"
				>
					<Text slot="title" className="toast-title font-display text-[1.0625rem] leading-tight font-bold">
						{title}
					</Text>
					{description ? (
						<Text slot="description" className="text-[0.9375rem] leading-snug">
							{description}
						</Text>
					) : null}
				</ToastContent>
				{action ? (
					<Button
						size="sm"
						variant="secondary"
						className="toast-action"
						onPress={() => {
							action.onPress()
							close()
						}}
					>
						{action.label}
					</Button>
				) : null}
				{/* Named here, not by the browser's language, like every other word of the app. */}
				<IconButton label="Close" onPress={close} className="-mr-2">
					<CrossIcon />
				</IconButton>
			</div>
		</AriaToast>
	)
}
