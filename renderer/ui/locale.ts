/** Of numbers and times: they stand in English sentences, whatever the language of the browser. */
export const LOCALE = 'en'

/** Of 12 or 24 hours, as the browser writes times. */
export const { hourCycle } = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).resolvedOptions()
