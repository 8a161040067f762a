import { useLocation, useNavigate } from '@tanstack/react-router'
import {
	type CSSProperties,
	type MouseEvent,
	type PointerEvent,
	type ReactNode,
	type SyntheticEvent,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
	useSyncExternalStore,
} from 'react'
import { t } from '#contract/text.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { StandingComplaint } from '#ui/kit/feedback/standing-complaint.tsx'
import { BackIcon, CrossIcon, Icon } from '#ui/kit/icons.tsx'
import './story.css'

export type StoryCard = {
	key: string
	label: string
	tone: 'taxi' | 'sky' | 'mint' | 'dusk' | 'brake'
	seconds: number
	content: ReactNode
}

/**
 * Full-screen cards that advance by themselves once started by touch or mouse. They wait for keyboard and screen reader
 * users and with reduced motion. The address holds the current card.
 */
export function Story({ title, cards }: { title: string; cards: StoryCard[] }) {
	const [place, show] = usePlace(cards.length)
	const navigate = useNavigate()
	const canRun = !usePrefersNoMotion()
	const [isSetOff, setIsSetOff] = useState(false)
	const [isHeld, setIsHeld] = useState(false)
	const [isOverControl, setIsOverControl] = useState(false)
	const isPageSeen = useIsPageSeen()
	const isLast = place === cards.length - 1
	const isRunning = canRun && isSetOff && !isHeld && !isOverControl && isPageSeen && !isLast
	const card = cards[place]

	const turn = (by: Way) => show(place + by)
	const setOff = () => {
		if (canRun && place === 0) setIsSetOff(true)
	}
	const leave = () => void navigate({ to: '/home' })
	useStoryKeys((key) => {
		setIsSetOff(false)
		if (key === 'Escape') leave()
		if (key === 'ArrowRight') turn(along())
		if (key === 'ArrowLeft') turn(along() === 1 ? -1 : 1)
		if (key === 'Home') show(0)
		if (key === 'End') show(cards.length - 1)
	})
	const gestures = useGestures({
		onTap: (way, isByScreenReader) => {
			if (!isByScreenReader && way === 1) setOff()
			turn(way)
		},
		onSwipe: (way) => {
			if (way === 1) setOff()
			turn(way)
		},
		onHold: setIsHeld,
	})
	const noteControl = ({ target, type }: SyntheticEvent) => {
		const control = target instanceof Element ? target.closest('a, button') : null
		if (!control || control.hasAttribute('data-runs')) return
		// Ignores focus from a click, because pointer events report hovering.
		if (type === 'focus' && !control.matches(':focus-visible')) return
		setIsOverControl(true)
	}
	const noteNoControl = () => setIsOverControl(false)
	/** A click without a pointer comes from a keyboard or a screen reader. */
	const waitForKeyboard = ({ detail, target }: MouseEvent) => {
		const isRunButton = target instanceof Element && target.closest('[data-runs]') !== null
		if (detail === 0 && !isRunButton) setIsSetOff(false)
	}
	return (
		<main
			id="main"
			tabIndex={-1}
			className="story"
			data-tone={card?.tone}
			onClickCapture={waitForKeyboard}
			onPointerOver={(event) => (event.pointerType === 'mouse' ? noteControl(event) : undefined)}
			onPointerOut={noteNoControl}
			onFocus={noteControl}
			onBlur={noteNoControl}
		>
			<div className="story-phone">
				<div className="story-head">
					<div aria-hidden="true" className="story-bars">
						{cards.map(({ key, seconds }, at) =>
							at === place ? (
								<CurrentBar
									key={key}
									seconds={seconds}
									isRunning={isRunning}
									hasRun={isSetOff && canRun && !isLast}
									onEnd={() => turn(1)}
								/>
							) : (
								<span key={key} className="story-bar" data-done={at < place || undefined} />
							),
						)}
					</div>
					<div className="story-line">
						<h1 className="story-title">{title}</h1>
						{canRun && !isLast ? (
							// Translators: buttons that run the pages of a year in review, and stop them
							<IconButton data-runs label={isSetOff ? t('Pause') : t('Play')} onPress={() => setIsSetOff(!isSetOff)}>
								{isSetOff ? <PauseIcon /> : <PlayIcon />}
							</IconButton>
						) : null}
						<IconButton label={t('Close')} onPress={leave}>
							<CrossIcon size={24} />
						</IconButton>
					</div>
				</div>
				<div className="story-cards" {...gestures}>
					{cards.map(({ key, label, tone, content }, at) => (
						<section
							key={key}
							aria-label={label}
							inert={at !== place}
							className="story-card"
							data-tone={tone}
							data-place={at === place ? 'here' : at < place ? 'gone' : 'to-come'}
							style={{ '--depth': cards.length - at } as CSSProperties}
						>
							<Hills />
							<div className="story-scroll">
								<div className="story-content">{content}</div>
							</div>
						</section>
					))}
				</div>
				<nav
					aria-label={t('Cards', { context: 'year in review' })}
					className="story-road"
					style={{ '--way': cards.length > 1 ? place / (cards.length - 1) : 1 } as CSSProperties}
				>
					<Turn label={t('Previous card')} isPossible={place > 0} onPress={() => turn(-1)}>
						<BackIcon size={24} />
					</Turn>
					<span aria-hidden="true" className="story-way">
						<Taxi />
					</span>
					<Turn label={t('Next card')} isPossible={!isLast} onPress={() => turn(1)}>
						<span className="flex rotate-180">
							<BackIcon size={24} />
						</span>
					</Turn>
				</nav>
			</div>
			<p role="status" className="sr-only">
				<Announced
					text={t('{place} of {all}: {card}', { place: place + 1, all: cards.length, card: card?.label ?? '' })}
				/>
			</p>
			<StandingComplaint isAlone />
		</main>
	)
}

/** Does not announce the first card: screen readers read a new page from its top. */
function Announced({ text }: { text: string }) {
	const [first] = useState(text)
	const [hasChanged, setHasChanged] = useState(false)
	if (!hasChanged && text !== first) setHasChanged(true)
	return hasChanged ? text : null
}

const HASH = /^card-(\d{1,2})$/

/**
 * The zero-based card index in the address, so that reload and back keep it. Replaced, so that 'back' leaves the story.
 */
function usePlace(count: number): [number, (place: number) => void] {
	const hash = useLocation({ select: ({ hash }) => hash })
	const navigate = useNavigate()
	const within = (place: number) => Math.min(Math.max(place, 0), count - 1)
	const place = within(Number(HASH.exec(hash)?.[1] ?? 1) - 1)
	const show = (wanted: number) => {
		const next = within(wanted)
		if (next === place) return
		void navigate({
			to: '.',
			hash: `card-${next + 1}`,
			search: true,
			replace: true,
			resetScroll: false,
			hashScrollIntoView: false,
		})
	}
	return [place, show]
}

const STORY_KEYS = new Set(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Escape'])

function useStoryKeys(onKey: (key: string) => void) {
	const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
		const { key, target } = event
		if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
		// Dialogs and menus above the story use these keys themselves.
		if (target instanceof Element && target.closest('[role="dialog"], [role="menu"]')) return
		if (!STORY_KEYS.has(key)) return
		event.preventDefault()
		onKey(key)
	})
	useEffect(() => {
		const listener = (event: KeyboardEvent) => onKeyDown(event)
		document.addEventListener('keydown', listener)
		return () => document.removeEventListener('keydown', listener)
	}, [])
}

const TAP_MS = 350
const SWIPE_PX = 48

/** Which way the cards turn to the right of the screen: forwards, and back where reading goes from right to left. */
const along = (): Way => (document.dir === 'rtl' ? -1 : 1)

type Way = 1 | -1
type Gestures = {
	onTap: (way: Way, isByScreenReader: boolean) => void
	onSwipe: (way: Way) => void
	onHold: (isHeld: boolean) => void
}

function useGestures({ onTap, onSwipe, onHold }: Gestures) {
	const start = useRef<{ id: number; x: number; y: number; at: number } | null>(null)
	const letGo = () => {
		start.current = null
		onHold(false)
	}
	return {
		onPointerDown: (event: PointerEvent) => {
			const isControl = event.target instanceof Element && event.target.closest('a, button') !== null
			if (isControl || !event.isPrimary || event.button !== 0) return
			start.current = { id: event.pointerId, x: event.clientX, y: event.clientY, at: Date.now() }
			onHold(true)
		},
		onPointerUp: (event: PointerEvent) => {
			const began = start.current
			letGo()
			if (began?.id !== event.pointerId) return
			const [dx, dy] = [event.clientX - began.x, event.clientY - began.y]
			if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > 1.5 * Math.abs(dy)) return onSwipe(dx * along() < 0 ? 1 : -1)
			if (Math.hypot(dx, dy) > 10 || Date.now() - began.at > TAP_MS) return
			const { left, right, width } = event.currentTarget.getBoundingClientRect()
			const fromStart = along() === 1 ? event.clientX - left : right - event.clientX
			onTap(fromStart < width / 3 ? -1 : 1, isByScreenReader(event))
		},
		onPointerCancel: letGo,
		onPointerLeave: letGo,
	}
}

/** VoiceOver's taps have no size, TalkBack's no pressure. */
const isByScreenReader = ({ width, height, pressure, pointerType }: PointerEvent) =>
	(width === 0 && height === 0) || (width === 1 && height === 1 && pressure === 0 && pointerType !== 'mouse')

type CurrentBarProps = { seconds: number; isRunning: boolean; hasRun: boolean; onEnd: () => void }

function CurrentBar({ seconds, isRunning, hasRun, onEnd }: CurrentBarProps) {
	const left = useRef(seconds * 1000)
	const end = useEffectEvent(onEnd)
	useEffect(() => {
		if (!isRunning) return
		const since = Date.now()
		const timer = setTimeout(() => end(), left.current)
		return () => {
			clearTimeout(timer)
			left.current = Math.max(0, left.current - (Date.now() - since))
		}
	}, [isRunning])
	return (
		<span
			className="story-bar"
			data-here
			data-runs={hasRun || undefined}
			data-waits={!isRunning || undefined}
			style={{ '--seconds': `${seconds}s` } as CSSProperties}
		/>
	)
}

const noMotion = () => matchMedia('(prefers-reduced-motion: reduce)')

function usePrefersNoMotion(): boolean {
	return useSyncExternalStore(
		(onChange) => {
			const query = noMotion()
			query.addEventListener('change', onChange)
			return () => query.removeEventListener('change', onChange)
		},
		() => noMotion().matches,
	)
}

function useIsPageSeen(): boolean {
	return useSyncExternalStore(
		(onChange) => {
			document.addEventListener('visibilitychange', onChange)
			return () => document.removeEventListener('visibilitychange', onChange)
		},
		() => document.visibilityState !== 'hidden',
	)
}

type TurnProps = { label: string; isPossible: boolean; onPress: () => void; children: ReactNode }

/** Stays focusable while disabled, so that the focus is not lost. */
const Turn = ({ label, isPossible, onPress, children }: TurnProps) => (
	<Button
		variant="quiet"
		aria-label={label}
		aria-disabled={!isPossible || undefined}
		className="story-turn"
		onPress={() => isPossible && onPress()}
	>
		{children}
	</Button>
)

const PlayIcon = () => (
	<Icon size={24}>
		<path d="M8 5.500l10.5 6.500L8 18.500z" fill="currentColor" />
	</Icon>
)
const PauseIcon = () => (
	<Icon size={24}>
		<path d="M8.5 6v12M15.5 6v12" strokeWidth="4" />
	</Icon>
)

const Hills = () => (
	<svg aria-hidden="true" className="story-hills" viewBox="0 0 400 120" preserveAspectRatio="none">
		<path d="M0 120V66C46 22 92 30 138 62s84-44 142-18 84-14 120 2v74z" />
		<path d="M0 120V96c40-24 84-20 122 2s92-34 148-8 96-14 130-2v32z" />
	</svg>
)

const Taxi = () => (
	<svg
		aria-hidden="true"
		className="story-taxi"
		viewBox="0 0 72 40"
		stroke="#1c1a27"
		strokeWidth="2.6"
		strokeLinejoin="round"
	>
		<path d="M30 5h12l2 5H28z" fill="#fff6e5" />
		<path
			d="M4 31V23c0-3 2-4.5 5-5l9-1.5 6-5.500c1.5-1.3 3-1.8 5-1.800h17c2.5 0 4 .8 5.5 2.500l5 5.3 7 1c3.5.5 5 2.5 5 6V31z"
			fill="#ffc62b"
		/>
		<path d="M22 17.500l5-4.200h9v4.200zM39 17.500v-4.200h7c1.2 0 2 .4 2.8 1.200l2.7 3z" fill="#8fd3ff" />
		<path d="M22 23h4M30 23h4M38 23h4M46 23h4" strokeWidth="3" />
		<circle cx="19" cy="31" r="6" fill="#1c1a27" stroke="#fff6e5" />
		<circle cx="54" cy="31" r="6" fill="#1c1a27" stroke="#fff6e5" />
	</svg>
)
