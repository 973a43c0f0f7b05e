/** Types of events in words: `job.*` is every event of jobs. */
export const eventWords = (events: readonly string[]): string =>
  new Intl.ListFormat('en').format(
    events.map(event =>
      event.endsWith('.*') ? `all ${event.slice(0, -2)} events` : event.replaceAll(/[._]/g, ' '),
    ),
  )
