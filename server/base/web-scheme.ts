/** Whether a text begins with `http://` or `https://`. What follows need not be a valid address. */
export const hasWebScheme = (text: string): boolean => /^https?:\/\//i.test(text)
