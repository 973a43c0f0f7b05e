import { hourCycle, LOCALE } from '../../../ui/locale.ts'

/** Formats a time on the clock of this machine: `09:00`. */
export const clockOf = (time: string) =>
  new Date(time).toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle })
