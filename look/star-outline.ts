/** A star on a grid of 24. */
export const STAR_OUTLINE = 'M12 2.3l2.95 6.1 6.7.93-4.88 4.65 1.2 6.67L12 17.45l-5.97 3.2 1.2-6.67L2.35 9.33l6.7-.93z'
