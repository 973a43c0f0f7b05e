import type { Json } from '../parser-schema.ts'
import { noValue } from '../values/reading.ts'
import type { CompiledSource } from './source.ts'

/** Yields the same value on every page. */
export function constSource(value: Json): CompiledSource {
  return {
    find: scope => [scope],
    read: () => (value === null ? noValue('the constant is null') : { value }),
  }
}
