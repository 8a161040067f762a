export const ratingCount = (count: number) => {
	if (count === 0) return 'no ratings'
	return count === 1 ? '1 rating' : `${count} ratings`
}
