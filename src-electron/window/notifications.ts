import type { Desktop } from '#desktop/desktop.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'

/** An instance that is shown: its address with a slash at the end, and whether it is the one of this computer. */
type Shown = { base: string; isOwn: boolean }

export type Notifications = ReturnType<typeof createNotifications>

/** Which instance may notify: this computer's own, and a friend's whose passenger said yes. They are asked once. */
export function createNotifications({
	settings,
	ask,
	onChange,
}: {
	settings: SettingsFile
	ask: Desktop['ask']
	/** An answer has been written down. */
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
			// Nobody has answered, so the next time is the first.
			return false
		} finally {
			asking.delete(base)
		}
	}

	return {
		/** Without a question. */
		isAllowed: (shown: Shown): boolean => answerFor(shown) === true,

		/** Asks the person, unless they have answered for this instance. However often it is called: one question at a time. */
		async mayNotify(shown: Shown): Promise<boolean> {
			const known = answerFor(shown)
			if (known !== undefined) return known
			const asked = asking.get(shown.base) ?? askPerson(shown.base)
			asking.set(shown.base, asked)
			return await asked
		},

		/** For a person who has changed their mind. */
		remember,
	}
}

function questionAbout(base: string) {
	// With its base path: two instances may share a host.
	const place = base.replace(/^\w+:\/\//, '').replace(/\/$/, '')
	return {
		title: `May ${place} honk?`,
		body: 'Your friend’s Backseat would like to show notifications, such as when your driving was rated. The menu Ride has a switch, in case you change your mind.',
		yes: 'Let It Honk',
		no: 'Keep Quiet',
	}
}
