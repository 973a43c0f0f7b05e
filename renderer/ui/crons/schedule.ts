/** When something runs: five fields, read in a time zone. */
export interface Schedule {
  expression: string
  timezone: string
}

/** The zone of this machine. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The schedule that a new cron begins with. */
export const newSchedule = (): Schedule => ({ expression: '0 9 * * *', timezone: HERE })
