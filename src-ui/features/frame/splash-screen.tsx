import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { NoHostYet } from '#ui/features/instance/no-host-yet.tsx'
import { Wordmark } from '#ui/kit/wordmark.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'

const REDIRECT_MS = 1500
const FADE_MS = 300

export function SplashScreen() {
	const navigate = useNavigate()
	const [isFading, setIsFading] = useState(false)
	useEffect(() => {
		const fade = setTimeout(() => setIsFading(true), REDIRECT_MS - FADE_MS)
		// Keeps the query string: it may name the campaign that brought the visitor here.
		const leave = setTimeout(() => void navigate({ to: '/home', search: true, replace: true }), REDIRECT_MS)
		return () => {
			clearTimeout(fade)
			clearTimeout(leave)
		}
	}, [navigate])
	return (
		<main
			id="main"
			tabIndex={-1}
			className={classNames(
				'flex flex-1 flex-col items-center justify-center gap-8 bg-ground p-[min(2rem,6vw)] outline-none transition-opacity duration-300',
				isFading && 'opacity-0',
			)}
		>
			{/* Translators: the title of the page while the app starts */}
			<PageTitle>{t('Welcome')}</PageTitle>
			<h1>
				<Wordmark size="lg" />
			</h1>
			<NoHostYet />
		</main>
	)
}
