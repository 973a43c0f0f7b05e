import { powerOfUnit } from './count-units.ts'

/** A longer text is prose, not a count. */
const MAX_LENGTH = 200

const NUMBER = /\d+(?:[.,'’\s]\d+)*/

/** Invisible marks of the writing direction, which stand beside digits in Hebrew and Arabic text. */
const DIRECTIONS = /[\u200e\u200f\u061c]/g

/**
 * Parses a count as platforms write it: `18k videos`, `5.04m subscribers`, `1,677 views`, `19.924`, `5,72 Mio.`, `No
 * videos` (0). Returns null if the text holds no count or an ambiguous one. A blank text is null too, because only its
 * reader knows whether blank means 0.
 */
export function parseCount(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  if (typeof value !== 'string' || value.length > MAX_LENGTH || /^\s*[-−]/.test(value)) return null
  if (/^no\s/i.test(value)) return 0
  const text = value.replace(DIRECTIONS, '')
  const number = NUMBER.exec(text)
  if (!number) return null
  const power = powerOfUnit(text, number.index, number.index + number[0].length)
  if (power === null) return null
  return power === 0 ? parseGrouped(number[0]) : parseScaled(number[0], power)
}

/** Parses `1,677`, `1 677`, `12,34,567`: separators are only allowed between groups. */
function parseGrouped(number: string): number | null {
  const [, ...groups] = number.split(/\D/)
  const isGrouped =
    groups.length === 0 ||
    (groups.at(-1)!.length === 3 && groups.every(({ length }) => length === 2 || length === 3))
  return isGrouped ? safeInteger(number.replace(/\D/g, '')) : null
}

/** Computes `5.04` × 10⁶ digit by digit: floating point would get 9.8 × 1000 wrong. */
function parseScaled(number: string, power: number): number | null {
  const [integer = '', fraction = '', ...extraGroups] = number.split(/\D/)
  const isAmbiguous = extraGroups.length > 0 || fraction.length === 3
  return isAmbiguous || fraction.length > power ? null : safeInteger(integer + fraction.padEnd(power, '0'))
}

const safeInteger = (digits: string): number | null => {
  const count = Number(digits)
  return Number.isSafeInteger(count) ? count : null
}
