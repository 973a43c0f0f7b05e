/** `1 call`, `2 calls`. */
export const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A whole number as it is read: `10,000`. What the engine has for this loads the rules of all languages first, for six milliseconds. */
export const groupDigits = (number: number | bigint) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')
