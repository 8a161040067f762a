/** How much is worth a line, the most important first. */
export type LogLevel = 'error' | 'warning' | 'info' | 'debug'

/** How a line looks: text for people, json for programs. */
export type LogFormat = 'text' | 'json'
