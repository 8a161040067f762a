import { type PointerEvent, useCallback, useEffect, useRef } from 'react'
import {
	UNSTABLE_Toast as AriaToast,
	UNSTABLE_ToastRegion as AriaToastRegion,
	type QueuedToast,
	Text,
	UNSTABLE_ToastContent as ToastContent,
} from 'react-aria-components/Toast'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { type ToastWords, toasts } from '#ui/kit/feedback/toast.ts'
import { CrossIcon } from '#ui/kit/icons.tsx'
import { setLength, watchHeight } from '#ui/kit/page/page.tsx'

/** F8 focuses the visible toast. */
export function ToastRegion() {
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
		// Capturing, so that it runs before handlers that raise a toast.
		window.addEventListener('pointerdown', closeOnTouchElsewhere, { capture: true })
		return () => window.removeEventListener('pointerdown', closeOnTouchElsewhere, { capture: true })
	}, [])
	const setRegion = useCallback((element: HTMLDivElement | null) => {
		region.current = element
		return takesToastSpace(element)
	}, [])
	return (
		<AriaToastRegion ref={setRegion} queue={toasts} aria-label={t('Notifications (F8)')} className="toast-viewport">
			{({ toast }) => <ToastSticker toast={toast} />}
		</AriaToastRegion>
	)
}

const GAPS = 12
let shown: HTMLElement | null = null

/** Publishes the toast's height as --toast-space so that content below can make room. */
function takesToastSpace(element: HTMLElement | null) {
	if (!element) return
	shown = element
	const stopWatching = watchHeight(element, (height) => {
		setLength('--toast-space', height + GAPS)
		keepErrorsInView()
	})
	return () => {
		stopWatching()
		shown = null
		// A page that gets shorter may move, and the press that took the toast down would miss its target.
		void pressIsOver.then(() => {
			if (!shown) setLength('--toast-space', 0)
		})
	}
}

const CLICK_FOLLOWS_MS = 100
/** The press that took a toast down. */
let pressIsOver: Promise<void> = Promise.resolve()

/** A touch elsewhere takes the toast down; the text of an error stays on the screen (StandingComplaint). */
function closeOnTouchElsewhere({ target }: Event) {
	if (toasts.visibleToasts.length === 0) return
	if (target instanceof Element && target.closest('.toast-viewport')) return
	pressIsOver = new Promise((resolve) => {
		for (const type of ['pointerup', 'pointercancel'])
			window.addEventListener(type, () => setTimeout(resolve, CLICK_FOLLOWS_MS), { capture: true, once: true })
	})
	toasts.clear()
}

/** On slow phones a late toast would cover the error it belongs to. */
function keepErrorsInView() {
	for (const notice of document.querySelectorAll('.notice[data-tone="error"]')) {
		const { top, bottom } = notice.getBoundingClientRect()
		if (bottom > 0 && top < innerHeight) notice.scrollIntoView({ block: 'nearest' })
	}
}

function ToastSticker({ toast }: { toast: QueuedToast<ToastWords> }) {
	const { title, description, variant = 'default', action } = toast.content
	const close = () => toasts.close(toast.key)
	const swipe = useSwipeToEnd(close)
	return (
		<AriaToast toast={toast} className="outline-none">
			<div {...swipe} data-variant={variant} className={classNames('toast', variant === 'destructive' && 'toast-red')}>
				<ToastContent role={variant === 'destructive' ? 'alert' : 'status'} className="toast-words" ref={reachedByKeys}>
					<Text slot="title" className="toast-title">
						{title}
					</Text>
					{description ? <Text slot="description">{description}</Text> : null}
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
				{/* Labelled here because React Aria's default follows the browser's language. */}
				<IconButton label={t('Close')} onPress={close} className="-me-2">
					<CrossIcon />
				</IconButton>
			</div>
		</AriaToast>
	)
}

/** Long text scrolls, which not every browser allows by keyboard unless it is focusable. */
function reachedByKeys(words: HTMLElement | null) {
	if (words && words.scrollHeight > words.clientHeight) words.tabIndex = 0
}

const thresholdPx = 50

/** Dismisses an element by a swipe to the end of its lines. Spread the result on the element. */
function useSwipeToEnd(onSwiped: () => void) {
	const startX = useRef<number | null>(null)

	const swiped = ({ clientX }: PointerEvent, from: number) => (clientX - from) * (document.dir === 'rtl' ? -1 : 1)
	const move = (element: HTMLElement, x: number) => {
		element.style.transform = x > 0 ? `translateX(calc(${x}px * var(--along, 1)))` : ''
		element.style.opacity = x > 0 ? String(Math.max(0.2, 1 - x / 300)) : ''
	}

	return {
		onPointerDown: (event: PointerEvent<HTMLElement>) => {
			const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
			startX.current = isOnButton || event.button !== 0 ? null : event.clientX
		},
		onPointerMove: (event: PointerEvent<HTMLElement>) => {
			if (startX.current === null) return
			const x = swiped(event, startX.current)
			// Captures only after movement: capturing at once would break text selection and clicks.
			if (x > 5 && !event.currentTarget.hasPointerCapture?.(event.pointerId))
				event.currentTarget.setPointerCapture?.(event.pointerId)
			move(event.currentTarget, x)
		},
		onPointerUp: (event: PointerEvent<HTMLElement>) => {
			if (startX.current === null) return
			const x = swiped(event, startX.current)
			startX.current = null
			if (x >= thresholdPx) onSwiped()
			else move(event.currentTarget, 0)
		},
		onPointerCancel: (event: PointerEvent<HTMLElement>) => {
			startX.current = null
			move(event.currentTarget, 0)
		},
	}
}
