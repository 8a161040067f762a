import type { Ref } from 'react'
import { makeResetLink, type Person } from '#contract/host/people.ts'
import { isolated, t, tn } from '#contract/text.ts'
import { Plate } from '#look/plate.tsx'
import type { Act } from '#ui/features/host/act-dialog.tsx'
import { useHostAct } from '#ui/features/host/host-act.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { errorClass } from '#ui/kit/forms/field-words.tsx'
import { MoreMenu } from '#ui/kit/overlays/more-menu.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { T } from '#ui/kit/t.tsx'
import { api, serverMessage } from '#ui/platform/api-client.ts'
import { dayInWords, listInWords } from '#ui/platform/dates-and-figures.ts'
import { serverNow } from '#ui/platform/server-clock.ts'
import { newKey, personActs } from './person-acts.tsx'
import '#ui/features/host/plate-small.css'
import './people.css'

type PersonRowProps = {
	person: Person
	isMe: boolean
	onAsk: (act: Act<Person>, person: Person) => void
	onShow: (words: typeof newKey, person: Person & { token: string }) => void
	ref: Ref<HTMLLIElement>
}

export function PersonRow({ person, isMe, onAsk, onShow, ref }: PersonRowProps) {
	const { username, display_name: shown, avatarId } = person
	const resetLink = useHostAct({
		send: () => api.send(makeResetLink, { params: { id: person.id } }),
		onDone: ({ token }) => onShow(newKey, { ...person, token }),
	})
	const ask = (act: Act<Person>) => () => onAsk(act, person)
	const unmakeHost = isMe ? personActs.stepDown : personActs.unmakeHost
	return (
		<li ref={ref} data-person={person.id} data-username={username} className="person-row">
			<Avatar avatarId={avatarId} name={username} />
			<div className="flex min-w-0 flex-col items-start gap-1">
				<div className="flex max-w-full flex-wrap items-center gap-x-2.5 gap-y-1">
					<Plate className="plate-small">{username}</Plate>
					{person.isHost || isMe ? (
						<span className="flex gap-x-2.5">
							{person.isHost ? <span className="person-tag bg-taxi">{t('Host', { context: 'tag' })}</span> : null}
							{isMe ? <span className="person-tag">{t('You', { context: 'tag' })}</span> : null}
						</span>
					) : null}
				</div>
				{person.connected.length > 0 ? (
					<p className="max-w-full text-sm wrap-anywhere text-muted">
						{t('Connected: {places}', { places: listInWords(person.connected.map(isolated)) })}
					</p>
				) : null}
				{person.readOnlyTokens > 0 ? (
					<p className="text-sm text-muted">{tn('# read-only token', '# read-only tokens', person.readOnlyTokens)}</p>
				) : null}
				{shown && shown !== username ? <p className="max-w-full font-semibold wrap-anywhere">{shown}</p> : null}
			</div>
			<p className="person-days">
				<span>{t('since {day}', { day: dayInWords(person.since) })}</span>
				<span>{seenInWords(person.lastSeenWeek)}</span>
			</p>
			<div className="person-acts">
				<PendingButton
					variant="secondary"
					size="sm"
					className="whitespace-nowrap"
					isPending={resetLink.isPending}
					onPress={() => resetLink.run()}
				>
					<T
						text="Reset link<hidden> for {username}</hidden>"
						hidden={<span className="sr-only" />}
						username={username}
					/>
				</PendingButton>
				<MoreMenu
					label={t('More for {username}', { username })}
					items={[
						{ id: 'rename', label: t('Rename'), onAction: ask(personActs.rename) },
						person.isHost
							? { id: 'host', label: t('Take the wheel away'), onAction: ask(unmakeHost) }
							: { id: 'host', label: t('Make host'), onAction: ask(personActs.makeHost) },
						...(isMe
							? []
							: [
									{ id: 'sign-out', label: t('Sign out everywhere'), onAction: ask(personActs.signOut) },
									{ id: 'remove', label: t('Remove'), onAction: ask(personActs.remove) },
								]),
					]}
				/>
			</div>
			<div aria-live="polite" className="col-span-full empty:hidden">
				{resetLink.error ? (
					<p className={errorClass}>
						{serverMessage(resetLink.error, t('No link: the server does not answer. Please try again.'))}
					</p>
				) : null}
			</div>
		</li>
	)
}

const WEEK_MS = 7 * 86_400_000

/**
 * `monday` starts the week. Shows the month of that Monday, so that a week across two months does not reveal the day.
 */
function seenInWords(monday: string | null): string {
	if (monday === null) return t('not seen lately')
	const now = new Date(serverNow())
	const weeks = Math.floor((now.getTime() - Date.parse(monday)) / WEEK_MS)
	if (weeks < 1) return t('seen this week')
	if (weeks === 1) return t('seen last week')
	const isThisYear = monday.startsWith(`${now.getUTCFullYear()}-`)
	const month = dayInWords(monday, isThisYear ? { month: 'long' } : { month: 'long', year: 'numeric' })
	return t('seen in {month}', { month })
}
