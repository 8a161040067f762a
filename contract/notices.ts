/** The notices of home in the order in which they are due; the first one is shown. */
export const NOTICE_KINDS = ['first-minute', 'came-along', 'trip', 'answers', 'trip-receipt', 'month', 'year'] as const
