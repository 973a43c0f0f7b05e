/** The locale of numbers and times. They appear in English sentences, whatever the language of the browser. */
export const LOCALE = 'en'

/** The 12-hour or 24-hour clock, as the browser's locale uses it. */
export const { hourCycle } = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).resolvedOptions()
