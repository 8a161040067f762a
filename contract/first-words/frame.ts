export const SKIP = 'Skip to content'
export const LOG_IN = 'Login or Sign Up'
/** A button of several screens. */
export const GET_RATED = 'Get rated'
export const BACK = 'Back'
