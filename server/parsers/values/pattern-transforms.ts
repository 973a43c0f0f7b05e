import type { Json } from '../parser-schema.ts'
import { compilePattern, hasGroup, NO_PART, type Pattern, whyNoMatch } from './pattern.ts'
import { noValue, type ReadResult } from './reading.ts'
import { ofText, partsArgument, type Transform, textArgument } from './transform.ts'

const REPLACE_FORM = 'two texts, ["a", "b"], or {"pattern": …, "with": …}'
const REGEX_FORM = 'a pattern, or {"pattern": …, "group": …}'
const SPLIT_FORM = 'a text, or {"pattern": …}'

/** `["a", "b"]` replaces a text, `{pattern, with}` the matches of a pattern. */
export function makeReplace(argument: Json): Transform {
  if (Array.isArray(argument)) {
    const [from, to] = argument.map(textArgument)
    if (!from || to === undefined || argument.length > 2) throw new Error(`It takes ${REPLACE_FORM}.`)
    return ofText(text => text.replaceAll(from, () => to))
  }
  const { pattern, with: replacement } = partsArgument(argument, ['pattern', 'with'], REPLACE_FORM)
  const compiled = compilePattern(textArgument(pattern ?? null))
  const inserted = textArgument(replacement ?? '')
  checkGroups(inserted, compiled)
  return ofText(text => compiled.replace(text, inserted))
}

/** Groups as other languages write them, which would stand in the value as they are: `\1`, `\g<name>`, `${1}`. */
const FOREIGN_SIGN = /\\(?<number>\d)|\\g<(?<name>\w+)>|\$\{(?<word>\w+)\}/g
const GROUP_SIGN = /\$\$|\$(?<number>\d)|\$<(?<name>[^>]*)>/g

/** Throws an Error if a replacement names a group that the pattern lacks: its sign would become part of the value. */
function checkGroups(replacement: string, pattern: Pattern): void {
  for (const { 0: sign, groups } of replacement.matchAll(GROUP_SIGN)) {
    const { number, name } = groups!
    const group = name ?? (number === undefined ? undefined : Number(number))
    if (group === 0) throw new Error('The whole match is "$&".')
    if (group !== undefined && !hasGroup(pattern, group))
      throw new Error(`The pattern has no group ${JSON.stringify(sign)}; a dollar sign is "$$".`)
  }
  for (const { 0: sign, groups } of replacement.matchAll(FOREIGN_SIGN)) {
    const word = groups!.number ?? groups!.name ?? groups!.word!
    if (hasGroup(pattern, /^\d+$/.test(word) ? Number(word) : word))
      throw new Error(`A group is written "$1" or "$<name>", not ${JSON.stringify(sign)}.`)
  }
}

/** A pattern, or `{pattern, group}`. */
export function makeRegex(argument: Json): Transform {
  const { pattern, group } =
    typeof argument === 'string'
      ? { pattern: argument }
      : partsArgument(argument, ['pattern', 'group'], REGEX_FORM)
  const compiled = compilePattern(textArgument(pattern ?? null))
  if (group !== undefined && !hasGroup(compiled, group))
    throw new Error(`The pattern has no group ${JSON.stringify(group)}.`)
  return ofText(text => {
    const [match] = compiled.find(text, 1)
    if (!match) return noValue(whyNoMatch(compiled))
    const found =
      typeof group === 'string'
        ? match.named[group]
        : match.groups[Number(group ?? Math.min(1, match.groups.length - 1))]
    return found ?? noValue(NO_PART)
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
  const { pattern } = partsArgument(argument, ['pattern'], SPLIT_FORM)
  const compiled = compilePattern(textArgument(pattern ?? null))
  return ofText(text => ({ value: trimParts(compiled.split(text)) }))
}

const trimParts = (texts: string[]) => texts.map(part => part.trim()).filter(Boolean)
