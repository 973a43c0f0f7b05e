/** Beside a list of choices: what people call each. Forms show these, and the value of the API where the mouse rests. */
export const labelled = <Value extends string>(labels: Record<Value, string>) => ({ 'x-labels': labels })

/** A word or the name of a kind as people begin it: `Cron run`. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
