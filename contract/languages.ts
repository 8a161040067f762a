type Language = { tag: string; name: string; direction: 'ltr' | 'rtl'; locale: string; isReady: boolean }

export const LANGUAGES: readonly Language[] = [
	{ tag: 'en', name: 'English', direction: 'ltr', locale: 'en', isReady: true },
	{ tag: 'de', name: 'Deutsch', direction: 'ltr', locale: 'de', isReady: false },
]
