import type { Json } from '../../parser-schema.ts'
import { convert } from '../../values/convert.ts'
import { compact } from '../page/text-lengths.ts'
import type { FieldCase } from './case.ts'
import type { Guess } from './guess-type.ts'

/** Returns a wanted value as a rule of the guessed type would return it. */
export function expectedOf({ page }: Pick<FieldCase, 'page'>, wanted: Json, { type, locale }: Guess): Json {
  if (Array.isArray(wanted))
    return wanted.map(item => expectedOf({ page }, item, { type, ...(locale && { locale }) }))
  return wanted === null ? null : convert(wanted, type, { locale }, page.view).value
}

/** Whether two values are equal, ignoring white space in texts and the order of keys. */
export function isSame(a: Json, b: Json): boolean {
  if (typeof a === 'string' && typeof b === 'string') return compact(a) === compact(b)
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]!))
  if (
    a === null ||
    b === null ||
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    Array.isArray(a) ||
    Array.isArray(b)
  )
    return a === b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isSame(a[key]!, b[key]!))
}

/** Returns a function that checks whether a text of the page, or a value of its data, is the wanted value. */
export function valueTestFor(page: FieldCase['page'], wanted: Json, guess: Guess): (value: Json) => boolean {
  const expected = expectedOf({ page }, wanted, guess)
  const text = typeof wanted === 'string' ? compact(wanted) : null
  return value => {
    if (text !== null && typeof value === 'string' && compact(value) === text) return true
    if (guess.type === 'string')
      return typeof value !== 'object' && compact(String(value)) === compact(String(wanted))
    if (value === null || typeof value === 'object') return false
    return isSame(convert(value, guess.type, { locale: guess.locale }, page.view).value, expected)
  }
}
