/** Whether a text begins like the address of a web page. What follows may still be invalid. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)
