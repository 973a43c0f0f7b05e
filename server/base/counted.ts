/** `1 call`, `2 calls`. */
export const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/**
 * Formats a whole number with separators: `10,000`. The engine's number formatting would first load the rules of all
 * languages, which takes 6 ms.
 */
export const groupDigits = (number: number | bigint) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')
