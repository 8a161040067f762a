import { LinkButton } from '#ui/kit/navigation/link.tsx'

export function YourTurn() {
	return (
		<section aria-labelledby="your-turn" className="sticker sticker-flat flex flex-col gap-3 bg-surface p-4">
			<div>
				<h2 id="your-turn">Your turn: get rated</h2>
				<p className="mt-1 text-[0.9375rem] leading-snug text-muted">
					You drive, too? An account gives you a link of your own. Whoever sits in your car rates you with it, and needs
					no account for that.
				</p>
			</div>
			<LinkButton to="/auth" size="sm" variant="secondary" className="self-start">
				Get a link of my own
			</LinkButton>
		</section>
	)
}
