import { hourCycle, LOCALE } from '../../ui/locale.ts'

/** `09:00`, on the clock of this machine. */
export const clockOf = (time: string) =>
  new Date(time).toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle })
