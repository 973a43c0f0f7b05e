/** `1 call`, `2 calls`. */
export const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
