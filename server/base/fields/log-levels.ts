/** The levels of the log, the lowest first, with their labels. */
export const LOG_LEVELS = { debug: 'Debug', info: 'Info', warn: 'Warning', error: 'Error' }

export type LogLevel = keyof typeof LOG_LEVELS

/** The number of each level in the lines of the log. */
export const LEVEL_NUMBERS: Record<LogLevel, number> = { debug: 20, info: 30, warn: 40, error: 50 }

/** Returns the level for a number in the log. */
export const levelOf = (number: number): LogLevel =>
  (Object.keys(LEVEL_NUMBERS) as LogLevel[]).findLast(level => LEVEL_NUMBERS[level] <= number) ?? 'debug'
