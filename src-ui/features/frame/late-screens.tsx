import type { ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { Page } from '#ui/kit/page/page.tsx'

// Rare screens that weigh 13 KB with their dependencies, so they load with the other screens (decision 28).
const errorScreen = latePart<ErrorComponentProps>(() =>
	import('./error-screen.tsx').then(({ ErrorScreen }) => ErrorScreen),
)
const notFoundScreen = latePart<object>(() => import('./error-screen.tsx').then(({ NotFoundScreen }) => NotFoundScreen))

export function LateErrorScreen(props: ErrorComponentProps) {
	const [isMissing, setIsMissing] = useState(false)
	const ErrorScreen = useLatePart(errorScreen, true, () => setIsMissing(true))
	if (ErrorScreen) return <ErrorScreen {...props} />
	return isMissing ? <UnreachableFromTheStart /> : null
}

export function LateNotFoundScreen() {
	const [isMissing, setIsMissing] = useState(false)
	const NotFoundScreen = useLatePart(notFoundScreen, true, () => setIsMissing(true))
	if (NotFoundScreen) return <NotFoundScreen />
	return isMissing ? <UnreachableFromTheStart /> : null
}

function UnreachableFromTheStart() {
	return (
		<Page
			action={
				<Button isBlock onPress={() => window.location.reload()}>
					{t('Try again')}
				</Button>
			}
		>
			<h1 role="alert">{t('Nobody at the wheel')}</h1>
			<p className="mt-3">{t('The server does not answer. It may be restarting, or out of reach.')}</p>
		</Page>
	)
}
