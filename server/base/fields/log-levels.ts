/** The levels of lines of the log, the least first, with what people call them. */
export const LOG_LEVELS = { debug: 'Debug', info: 'Info', warn: 'Warning', error: 'Error' }

export type LogLevel = keyof typeof LOG_LEVELS
