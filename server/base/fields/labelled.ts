/** JSON Schema annotation for a list of choices: the label of each. Forms show the labels, and the value of the API as a tooltip. */
export const labelled = <Value extends string>(labels: Record<Value, string>) => ({ 'x-labels': labels })

/** A noun with a capital first letter: `Cron run`. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
