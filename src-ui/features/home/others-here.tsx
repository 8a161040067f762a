import type { PublicUser } from '#contract/public-user.ts'
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
			<h2 id="others-here">Others here</h2>
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
					All
				</LinkButton>
			) : null}
		</section>
	)
}
