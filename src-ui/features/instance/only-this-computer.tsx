import { Notice } from '#ui/kit/feedback/notice.tsx'

/** Beside a link for others that begins with an address of this machine. */
export function OnlyThisComputer() {
	return (
		<Notice tone="info" title="Only this computer can open this link">
			You are using Backseat at {location.hostname}. For a link that works elsewhere, this computer has to be on a
			network and let it in: 'Let the car in' in the desktop app, or --lan on the command line.
		</Notice>
	)
}
