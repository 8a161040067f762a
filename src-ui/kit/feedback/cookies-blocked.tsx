import type { ReactNode } from 'react'
import { Notice } from '#ui/kit/feedback/notice.tsx'

/** Whether the server can recognize this browser: by cookies alone it finds a guest's ratings and a member's session. */
export const hasCookies = () => navigator.cookieEnabled

/** Says what does not work where the browser blocks cookies; nothing elsewhere. */
export const CookiesBlocked = ({ children }: { children: ReactNode }) =>
	hasCookies() ? null : (
		<Notice tone="warn" title="This browser blocks cookies here">
			{children}
		</Notice>
	)

/** Above the forms that open a session. */
export const NoSession = () => (
	<CookiesBlocked>
		You cannot stay logged in until you allow them for this site. Rating works without an account.
	</CookiesBlocked>
)
