/** Beside a list of choices: what people call each. Forms show these, and the value of the API where the mouse rests. */
export const labelled = <Value extends string>(labels: Record<Value, string>) => ({ 'x-labels': labels })
