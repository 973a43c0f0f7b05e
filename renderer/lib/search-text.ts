/** What `toLowerCase` makes of `İ`: an i and the dot above; and the i without a dot, whose capital is `I`. */
const TURKISH_I = /i\u0307|ı/g

/** Returns a text as searches compare it: without the case of its letters, so that each of `I`, `İ`, `ı` and `i` finds all. */
export const searchText = (text: string) => text.toLowerCase().replace(TURKISH_I, 'i')
