/** `09:00`, on the clock of this machine. */
export const clockOf = (time: string) =>
  new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
