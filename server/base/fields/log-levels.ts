/** The levels of lines of the log, the least first, with what people call them. */
export const LOG_LEVELS = { debug: 'Debug', info: 'Info', warn: 'Warning', error: 'Error' }

export type LogLevel = keyof typeof LOG_LEVELS

/** The numbers of the levels, as the lines of the log have them. */
export const LEVEL_NUMBERS: Record<LogLevel, number> = { debug: 20, info: 30, warn: 40, error: 50 }

/** The level of a line by its number. */
export const levelOf = (number: number): LogLevel =>
  (Object.keys(LEVEL_NUMBERS) as LogLevel[]).findLast(level => LEVEL_NUMBERS[level] <= number) ?? 'debug'
