export const SKIP = 'Skip to content'
export const LOG_IN = 'Login or Sign Up'
