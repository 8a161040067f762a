import { ExternalLinkButton } from '#ui/kit/navigation/link.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { ownDataAddress } from './own-account.api.ts'

export function OwnDataDownloads({ me }: { me: RememberedUser }) {
	return (
		<section aria-labelledby="own-data">
			<h2 id="own-data">Your data</h2>
			<p className="mt-1.5 mb-4 text-muted">
				The whole logbook: your account, the ratings you gave and got, and your drivers. CSV is the ratings alone, for
				spreadsheets.
			</p>
			{/* Real links: the browser saves the file by itself, however large it is. */}
			<div className="grid grid-cols-2 gap-2.5">
				<ExternalLinkButton href={ownDataAddress(me.id, 'json')} download variant="secondary" size="sm">
					Download JSON
				</ExternalLinkButton>
				<ExternalLinkButton href={ownDataAddress(me.id, 'csv')} download variant="secondary" size="sm">
					Download CSV
				</ExternalLinkButton>
			</div>
		</section>
	)
}
