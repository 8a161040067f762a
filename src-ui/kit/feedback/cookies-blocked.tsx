import type { ReactNode } from 'react'
import { t } from '#contract/text.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'

/** The server finds a guest's ratings and a member's session only by cookies. */
export const hasCookies = () => navigator.cookieEnabled

export const CookiesBlocked = ({ children }: { children: ReactNode }) =>
	hasCookies() ? null : (
		<Notice tone="warn" title={t('This browser blocks cookies here')}>
			{children}
		</Notice>
	)

export const NoSession = () => (
	<CookiesBlocked>
		{t('You cannot stay logged in until you allow them for this site. Rating works without an account.')}
	</CookiesBlocked>
)
