import { integerAt, stringAt } from '../json-walk.ts'

/** The id at a dotted path. One that came as a number beyond what JSON keeps exactly is lost, and thus null. */
export function idAt(value: unknown, path: string): string | null {
  const text = stringAt(value, path) ?? String(integerAt(value, path))
  return /^[1-9]\d*$/.test(text) ? text : null
}

/** The integer at a dotted path, which may have come as text. */
export function wholeAt(value: unknown, path: string): number | null {
  const number = Number(idAt(value, path) ?? Number.NaN)
  return Number.isSafeInteger(number) ? number : null
}

/** The text at a dotted path, where "" says as little as null: addresses, mail, phone, category. */
export const filledAt = (value: unknown, path: string): string | null => stringAt(value, path) || null
