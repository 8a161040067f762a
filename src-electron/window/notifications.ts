import { t } from '#contract/text.ts'
import type { Desktop } from '#desktop/desktop.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'

type Shown = { base: string; isOwn: boolean }

export type Notifications = ReturnType<typeof createNotifications>

/** This computer's own instance always has permission; a friend's needs the user's consent, requested once. */
export function createNotifications({
	settings,
	ask,
	onChange,
}: {
	settings: SettingsFile
	ask: Desktop['ask']
	onChange(): void
}) {
	const asking = new Map<string, Promise<boolean>>()

	const answerFor = ({ base, isOwn }: Shown) => isOwn || settings.current().mayNotify[base]
	const remember = (base: string, may: boolean) => {
		settings.change({ mayNotify: { ...settings.current().mayNotify, [base]: may } })
		onChange()
	}

	async function askPerson(base: string): Promise<boolean> {
		try {
			const may = await ask(questionAbout(base))
			remember(base, may)
			return may
		} catch {
			return false
		} finally {
			asking.delete(base)
		}
	}

	return {
		isAllowed: (shown: Shown): boolean => answerFor(shown) === true,

		/** Concurrent calls share one dialog. */
		async mayNotify(shown: Shown): Promise<boolean> {
			const known = answerFor(shown)
			if (known !== undefined) return known
			const asked = asking.get(shown.base) ?? askPerson(shown.base)
			asking.set(shown.base, asked)
			return await asked
		},

		remember,
	}
}

function questionAbout(base: string) {
	// Includes the base path, because two instances may share a host.
	const place = base.replace(/^\w+:\/\//, '').replace(/\/$/, '')
	return {
		title: t('May {place} honk?', { place }),
		// Translators: 'Ride' is the menu '&Ride'.
		body: t(
			'Your friend’s Backseat would like to show notifications, such as when your driving was rated. The menu Ride has a switch, in case you change your mind.',
		),
		yes: t('Let It Honk'),
		no: t('Keep Quiet'),
	}
}
