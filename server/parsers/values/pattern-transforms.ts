import type { Json } from '../parser-schema.ts'
import { compilePattern } from './pattern.ts'
import { noValue, type ReadResult } from './reading.ts'
import { objectArgument, ofText, type Transform, textArgument } from './transform.ts'

/** `["a", "b"]` replaces a text, `{pattern, with}` the matches of a pattern. */
export function makeReplace(argument: Json): Transform {
  if (Array.isArray(argument)) {
    const [from, to] = argument.map(textArgument)
    if (!from || to === undefined || argument.length > 2) throw new Error('It takes two texts.')
    return ofText(text => text.replaceAll(from, () => to))
  }
  const { pattern, with: replacement } = objectArgument(argument)
  const compiled = compilePattern(textArgument(pattern ?? null))
  const inserted = textArgument(replacement ?? '')
  return ofText(text => compiled.replace(text, inserted))
}

/** A pattern, or `{pattern, group}`. */
export function makeRegex(argument: Json): Transform {
  const { pattern, group } = typeof argument === 'string' ? { pattern: argument } : objectArgument(argument)
  const compiled = compilePattern(textArgument(pattern ?? null))
  return ofText(text => {
    const [match] = compiled.find(text, 1)
    if (!match) return noValue(`nothing matches the pattern ${JSON.stringify(compiled.text)}`)
    const found =
      typeof group === 'string'
        ? match.named[group]
        : match.groups[Number(group ?? Math.min(1, match.groups.length - 1))]
    return found ?? noValue('the group took no part in the match')
  })
}

export function makeRegexAll(argument: Json): Transform {
  const compiled = compilePattern(textArgument(argument))
  const find = (text: string): ReadResult => ({
    value: compiled.find(text, 100_000).map(({ groups }) => groups[1] ?? groups[0]!),
  })
  return ofText(find)
}

/** A text, or `{pattern}`. */
export function makeSplit(argument: Json): Transform {
  if (typeof argument === 'string' && argument !== '')
    return ofText(text => ({ value: trimParts(text.split(argument)) }))
  const compiled = compilePattern(textArgument(objectArgument(argument).pattern ?? null))
  return ofText(text => ({ value: trimParts(compiled.split(text)) }))
}

const trimParts = (texts: string[]) => texts.map(part => part.trim()).filter(Boolean)
