import { numberText } from './number-text.ts'
/** Formats a number with its noun: `1 call`, `1,204 calls`. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${count === 1 ? one : many}`
