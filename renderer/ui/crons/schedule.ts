/** A schedule: a cron expression of five fields, and the time zone that it is read in. */
export interface Schedule {
  expression: string
  timezone: string
}

/** The time zone of this machine. */
export const LOCAL_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The initial schedule of a new cron. */
export const newSchedule = (): Schedule => ({ expression: '0 9 * * *', timezone: LOCAL_TIME_ZONE })
