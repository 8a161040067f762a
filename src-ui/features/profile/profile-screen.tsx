import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import type { RatingId, UserId } from '#contract/ids.ts'
import type { DriverStats } from '#contract/stats.ts'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { Plate } from '#look/plate.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { RevealFirst } from '#ui/features/claims/reveal/reveal-first.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { EditGhost } from '#ui/features/drivers/edit-ghost/edit-ghost.tsx'
import { GetRated } from '#ui/features/drivers/get-rated.tsx'
import { useSeenOnProfile } from '#ui/features/drivers/seen-ratings.api.ts'
import { LatePushOffer } from '#ui/features/news/late-push-offer.tsx'
import { takeDownNotices } from '#ui/features/news/take-down-notices.ts'
import {
	EarlierRatings,
	type RatingsInPages,
	useRatingsOfDriver,
	useReceivedRatings,
} from '#ui/features/ratings/received/earlier-ratings.tsx'
import { LatestRating } from '#ui/features/ratings/received/latest-rating.tsx'
import { OwnRatings } from '#ui/features/ratings/received/own-ratings.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { KindStamp } from '#ui/features/stats/kind-stamp.tsx'
import { driverStats } from '#ui/features/stats/stats.api.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { LinkButton, TextLink } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { StarValue } from '#ui/kit/stars/star-value.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import { isOwnProfile } from '#ui/session/viewer.ts'
import { EditUsername } from './edit-username.tsx'
import { KeepNickname } from './keep-nickname.tsx'

export function ProfileScreen({ userId }: { userId: UserId }) {
	const { data: user } = useSuspenseQuery(userQuery(userId))
	if (!user) return <ProfileNotFound />
	if (user.claimedById) return <Navigate to="/profile/$id" params={{ id: user.claimedById }} replace />
	// The key resets the dialog and the counted visit for another profile.
	return <WhoseProfile key={user.id} user={user} />
}

function WhoseProfile({ user }: { user: VisibleUser }) {
	return isOwnProfile(useViewer(), user.id) ? (
		<RevealFirst driver={user}>
			<OwnProfile user={user} />
		</RevealFirst>
	) : (
		<ProfileOfAnother user={user} />
	)
}

function ProfileOfAnother({ user }: { user: VisibleUser }) {
	return <Profile user={user} ratings={useRatingsOfDriver(user.id)} isOwn={false} />
}

function OwnProfile({ user }: { user: VisibleUser }) {
	const ratings = useReceivedRatings(user.id)
	useSeenOnProfile(user.id, ratings.latest?.id)
	useNoticesTakenDown(ratings.latest?.id)
	return (
		<OwnRatings me={user.id} ratings={[ratings.latest, ...ratings.earlier]}>
			<Profile user={user} ratings={ratings} isOwn />
		</OwnRatings>
	)
}

function Profile({ user, ratings, isOwn }: { user: VisibleUser; ratings: RatingsInPages; isOwn: boolean }) {
	const viewer = useViewer()
	const { data: stats } = useSuspenseQuery(driverStats(user.id))
	const { latest, earlier, more } = ratings
	const name = nameOf(user)
	useProfileViewed(user, viewer.kind === 'member' ? viewer.user : null)
	if (!stats) return <ProfileNotFound />

	return (
		<Page
			lead={<ProfileLead user={user} stats={stats} isOwn={isOwn} />}
			more={earlier.length > 0 ? <EarlierRatings ratings={earlier} driverName={name} more={more} /> : null}
			action={<ProfileActions user={user} isOwn={isOwn} isRated={latest !== undefined} />}
		>
			<PageTitle>{isOwn ? t('Your Profile') : t("{driver}'s Profile", { driver: name })}</PageTitle>
			{isOwn ? <KeepNickname user={user} /> : null}
			<LatestRating rating={latest} driverName={name} whenNone={isOwn ? NONE_OF_MINE : NONE_YET} />
			{isOwn ? (
				<div className="mt-7 empty:hidden">
					<LatePushOffer />
				</div>
			) : null}
			{user.ghostClaimToken ? (
				<p className="mt-5 text-center">
					<TextLink to="/infographic/$id" params={{ id: user.id }} className="inline-flex min-h-11 items-center px-3">
						{DRIVER_STATS}
					</TextLink>
				</p>
			) : null}
		</Page>
	)
}

const NONE_YET = t('No ratings yet. Be the first to rate!')
const NONE_OF_MINE = t('No ratings yet. Hand somebody your link.')

// Translators: a button, at most 24 characters
const DRIVER_STATS = t('View driver stats')

type ProfileLeadProps = { user: VisibleUser; stats: DriverStats; isOwn: boolean }

function ProfileLead({ user, stats: { averageStar, kind }, isOwn }: ProfileLeadProps) {
	const name = nameOf(user)
	return (
		<div className="mb-6 flex flex-col items-center gap-3 pt-2 text-center md:mb-0">
			<Avatar avatarId={user.avatarId} name={name} size="xl" isUnclaimedGhost={user.isGhost} />
			{/* Keeps the pencil, which overlaps the plate's edge, on the screen. */}
			<div className="relative max-w-[calc(100%-1.5rem)]">
				<h1 className="leading-none tracking-normal">
					<Plate>{name}</Plate>
				</h1>
				{isOwn ? <EditUsername user={user} /> : null}
				{/* Only the ghost's creator gets this field. */}
				{user.isRatedByOthers === undefined ? null : <EditGhost ghost={user} />}
			</div>
			{user.isGhost ? <p className="text-muted">{t('not on Backseat yet')}</p> : null}
			<p
				className={classNames(
					'font-display leading-none',
					isOwn && averageStar === 0 ? 'text-lg font-semibold text-muted' : 'text-5xl font-extrabold',
				)}
			>
				<span className="sr-only">{t('Average:')} </span>
				<StarValue value={averageStar} />
			</p>
			<KindStamp kind={kind} />
		</div>
	)
}

type ProfileActionsProps = { user: VisibleUser; isOwn: boolean; isRated: boolean }

function ProfileActions({ user, isOwn, isRated }: ProfileActionsProps) {
	const params = { id: user.id }
	const hasLink = user.ghostClaimToken !== undefined
	if (user.isGhost)
		return (
			<>
				{hasLink ? (
					<LinkButton to="/share-ghost/$id" params={params} isBlock>
						{isRated ? t('Send them their ratings') : t('Share their link')}
					</LinkButton>
				) : null}
				<LinkButton to="/rating/$id" params={params} isBlock variant={hasLink ? 'secondary' : 'primary'}>
					{t('Rate again')}
				</LinkButton>
				{hasLink ? null : (
					<LinkButton to="/infographic/$id" params={params} isBlock variant="secondary">
						{DRIVER_STATS}
					</LinkButton>
				)}
			</>
		)
	return (
		<>
			{isOwn ? (
				<GetRated driver={user} />
			) : (
				<LinkButton to="/rating/$id" params={params} isBlock>
					{t('Rate again')}
				</LinkButton>
			)}
			<div className="button-pair">
				<LinkButton to="/infographic/$id" params={params} size="sm" variant="secondary">
					{/* Translators: a button of two side by side, at most 20 characters */}
					{isOwn ? t('View my stats') : DRIVER_STATS}
				</LinkButton>
				<LinkButton to="/home" size="sm" variant="secondary">
					{t('Back to Home')}
				</LinkButton>
			</div>
		</>
	)
}

function useNoticesTakenDown(newest: RatingId | undefined) {
	useEffect(() => {
		if (newest !== undefined)
			takeDownNotices().catch((error) => console.warn('What is told of ratings stays on the screen', error))
	}, [newest])
}

function useProfileViewed(user: VisibleUser, member: { id: UserId; username: string } | null) {
	// The viewer at arrival: a rename or log-out must not count as another view.
	const [visit] = useState({
		user_id: member?.id ?? null,
		user_name: member?.username ?? null,
		profile_id: user.id,
		is_own_profile: member?.id === user.id,
	})
	const track = useTrack()
	useEffect(() => track('profile_viewed', visit), [track, visit])
}

function ProfileNotFound() {
	return (
		<Page
			action={
				<LinkButton to="/home" isBlock>
					{t('Go Back Home')}
				</LinkButton>
			}
		>
			<PageTitle>{t('Profile Not Found')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('Profile Not Found')}>
				{t('Nobody is sitting in this seat. The address may be missing a digit, or the driver moved on.')}
			</EmptyState>
		</Page>
	)
}
