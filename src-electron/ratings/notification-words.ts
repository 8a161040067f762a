/** What the system's notification says of `count` new ratings. Nothing of the ratings themselves: screens are seen by others. */
export function newRatingWords(count: number): { title: string; body: string } {
	if (count === 1)
		return { title: 'News from the back seat', body: 'Somebody rated your driving. Pull over and have a look.' }
	return {
		title: 'The back seat has been talking',
		body: `${count} new ratings of your driving. Pull over and have a look.`,
	}
}
