import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { BareLink, LinkButton } from '#ui/kit/navigation/link.tsx'

/** The server sends at most this many. */
const SHOWN = 12

export type OthersHereProps = { others: readonly PublicUser[] }

/** Members of this instance who are not on the list. */
export function OthersHere({ others }: OthersHereProps) {
	return (
		<section aria-labelledby="others-here" className="flex flex-col gap-4">
			{/* Translators: people who are not on the member's list */}
			<h2 id="others-here">{t('Others here')}</h2>
			<ul className="faces">
				{others.map((person) => (
					<li key={person.id}>
						<BareLink to="/rating/$id" params={{ id: person.id }} className="face">
							<Avatar avatarId={person.avatarId} name={nameOf(person)} size="lg" />
							<span className="face-name">{nameOf(person)}</span>
						</BareLink>
					</li>
				))}
			</ul>
			{others.length >= SHOWN ? (
				<LinkButton to="/add-driver" search={{ tab: 'find' }} variant="secondary" size="sm" className="self-center">
					{t('All', { context: 'people' })}
				</LinkButton>
			) : null}
		</section>
	)
}
