import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import * as v from 'valibot'
import { classNames } from '#look/class-names.ts'
import { CenterLineProgress } from '#ui/kit/page/center-line.tsx'
import { Wordmark } from '#ui/kit/wordmark.tsx'
import { remember, remembered } from '#ui/platform/storage.ts'

const SEEN_KEY = 'firstVisitOverlaySeen'
const SHOWN_MS = 2000
const FADE_MS = 250

/** Once in a browser session: the logo and a stretch of road, for 2 s, above whatever screen was opened. */
export function FirstVisitOverlay() {
	const [isFirstVisit] = useState(() => !remembered(sessionStorage, SEEN_KEY, v.literal(true)))
	const [stage, setStage] = useState<'shown' | 'fading' | 'over'>(isFirstVisit ? 'shown' : 'over')
	useEffect(() => {
		if (!isFirstVisit) return
		remember(sessionStorage, SEEN_KEY, true)
		const fade = setTimeout(() => setStage('fading'), SHOWN_MS - FADE_MS)
		const end = setTimeout(() => setStage('over'), SHOWN_MS)
		return () => {
			clearTimeout(fade)
			clearTimeout(end)
		}
	}, [isFirstVisit])
	if (stage === 'over') return null
	// In the body, as dialogs are: the screen underneath may have opened one.
	return createPortal(
		<div
			data-first-visit-overlay
			className={classNames(
				'fixed inset-0 z-60 flex flex-col items-center justify-center gap-8 bg-ground px-8 transition-opacity duration-250',
				stage === 'fading' && 'opacity-0',
			)}
		>
			<Wordmark size="lg" />
			<div className="w-full max-w-72">
				<CenterLineProgress label="Starting Backseat" duration={SHOWN_MS} />
			</div>
		</div>,
		document.body,
	)
}
