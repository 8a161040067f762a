import type { PublicUser } from '#contract/public-user.ts'
import { isolated, t, tn } from '#contract/text.ts'
import { bestOfTrip, type Trip, type TripResult, VOICES_MIN } from '#contract/trips.ts'
import { ReceiptRule } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { NotDrawn } from '#ui/features/ratings/verdict-receipts.tsx'
import { RefusedOnTrip } from '#ui/features/ratings/waiting/on-its-way-list.tsx'
import { tripReceiptToChat } from '#ui/features/sent/addressees.ts'
import { SendButton } from '#ui/features/sent/send-button.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { Barcode, ReceiptRest, ReceiptStart } from '#ui/kit/page/receipt-parts.tsx'
import { StarValue } from '#ui/kit/stars/star-value.tsx'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember } from '#ui/session/session-context.ts'

export const TOO_FEW_VOICES = t('Too few voices to print')

export const isPrinted = (result: TripResult | undefined): result is TripResult & { averageStar: number } =>
	result !== undefined && result.verdicts >= VOICES_MIN && result.averageStar !== null

export const wordsOfResult = ({ smooth, safe, goodVibes }: TripResult): string[] => [
	t('Smooth {percent}%', { percent: smooth ?? 0 }),
	t('Safe {percent}%', { percent: safe ?? 0 }),
	t('Good vibes {percent}%', { percent: goodVibes ?? 0 }),
]

export const ResultWords = ({ result }: { result: TripResult }) => (
	<ul className="trip-words">
		{wordsOfResult(result).map((words) => (
			<li key={words}>{words}</li>
		))}
	</ul>
)

/** The result of a trip, which everyone with its link can read for 90 days. */
export function TripReceipt({ token, trip }: { token: string; trip: Trip }) {
	const { name, day, seats, drivers, results = [], notDrawn = [] } = trip
	const member = useMember()
	const bestIds = bestOfTrip(results)
	const best = drivers.filter(({ id }) => bestIds.includes(id))
	return (
		<Page
			lead={
				<ReceiptStart>
					<div className="flex flex-col items-center gap-1 text-center">
						<p className="font-mono text-sm">{t('Receipt of a road trip')}</p>
						<h1 className="max-w-full text-3xl wrap-anywhere">{name}</h1>
						<p className="font-mono text-sm text-muted">
							<time dateTime={day}>{dayInWords(day)}</time> · {tn('# in the car', '# in the car', seats)}
						</p>
					</div>
					{best.length > 0 ? <DriverOfTheTrip drivers={best} /> : null}
				</ReceiptStart>
			}
			action={
				<>
					<SendButton label={t('Send')} to={[tripReceiptToChat(token, name)]} isBlock />
					{member ? (
						<LinkButton to="/home" isBlock variant="secondary">
							{t('Back to Home')}
						</LinkButton>
					) : (
						<LinkButton to="/auth" search={{ as: 'new' }} isBlock variant="secondary">
							{t('Start a trip of your own')}
						</LinkButton>
					)}
				</>
			}
			aside={
				member ? null : (
					<p className="pt-4 text-center">
						<LinkButton to="/home" variant="quiet" size="sm">
							{t('Back to Home')}
						</LinkButton>
					</p>
				)
			}
		>
			<PageTitle>{t('Receipt: {name}', { name })}</PageTitle>
			<div className="my-4 flex flex-col gap-3 empty:hidden md:mt-0">
				<RefusedOnTrip trip={token} />
			</div>
			<ReceiptRest>
				<ReceiptRule />
				<ul className="trip-results">
					{drivers.map((driver) => (
						<li key={driver.id}>
							<DriverResult driver={driver} result={results.find(({ driverId }) => driverId === driver.id)} />
							{notDrawn.includes(driver.id) ? <NotDrawn /> : null}
						</li>
					))}
				</ul>
				<ReceiptRule />
				<p className="mb-4 text-center font-mono text-xs text-balance">
					{t('All of it was sealed. Nobody is told who said what.')}
				</p>
				<Barcode seed={name + day} />
			</ReceiptRest>
		</Page>
	)
}

function DriverOfTheTrip({ drivers }: { drivers: PublicUser[] }) {
	return (
		<div className="trip-best">
			<div className="flex -space-x-2">
				{drivers.map((driver) => (
					<Avatar
						key={driver.id}
						avatarId={driver.avatarId}
						name={nameOf(driver)}
						size={drivers.length > 2 ? 'md' : 'lg'}
						isUnclaimedGhost={driver.isGhost}
					/>
				))}
			</div>
			<p className="font-mono text-sm">{tn('Driver of the trip', 'Drivers of the trip', drivers.length)}</p>
			<p className="max-w-full font-display text-2xl leading-tight font-extrabold wrap-anywhere">
				{drivers.map((driver) => isolated(nameOf(driver))).join(' & ')}
			</p>
		</div>
	)
}

function DriverResult({ driver, result }: { driver: PublicUser; result: TripResult | undefined }) {
	const name = nameOf(driver)
	return (
		<>
			<div className="flex items-center gap-3">
				<Avatar avatarId={driver.avatarId} name={name} isUnclaimedGhost={driver.isGhost} />
				<h2 className="min-w-0 flex-1 text-lg leading-tight wrap-anywhere">{name}</h2>
				{isPrinted(result) ? (
					<p className="font-display text-2xl font-extrabold">
						<StarValue value={result.averageStar} />
						<span className="sr-only"> {t('stars on average')}</span>
					</p>
				) : null}
			</div>
			{isPrinted(result) ? (
				<ResultWords result={result} />
			) : (
				<p className="font-mono text-sm text-muted">{TOO_FEW_VOICES}</p>
			)}
		</>
	)
}
