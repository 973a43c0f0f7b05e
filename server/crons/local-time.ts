/** Returns an instant (milliseconds) in local time with its offset: `2026-10-25T02:30:00+01:00`. */
export function localTime(at: number, timezone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
  return `${parts.replace(' ', 'T')}${offsetOf(at, timezone)}`
}

function offsetOf(at: number, timezone: string): string {
  const name = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value
  return name === 'GMT' ? '+00:00' : name.slice('GMT'.length)
}
