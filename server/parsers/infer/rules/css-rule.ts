import type { RuleObject } from '../../parser-schema.ts'
import { type Guess, typeKeys } from './guess-type.ts'

/** Returns the rule of a selector and a reading, in the short form if there is one. */
export function cssRule(css: string, read: string, guess: Guess): RuleObject {
  const keys = typeKeys(guess)
  if (read === 'text') return { css, ...keys }
  return read.startsWith('@') ? { css: css + read, ...keys } : { css, read, ...keys }
}
