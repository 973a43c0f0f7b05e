import { RE2JS } from 're2js'

const FLAGS: Record<string, number> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE }

/** As much of a RegExp as JSONata uses. */
export type LinearRegex = Pick<RegExp, 'lastIndex' | 'exec'>

/** Stands in for RegExp in expressions: time linear in the text. Throws an Error for look-around and back references. */
export function LinearRegex({ source, flags }: RegExp): LinearRegex {
  const bits = [...flags].reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0)
  const compiled = RE2JS.compile(source, bits)
  const regex: LinearRegex = {
    lastIndex: 0,
    exec(text) {
      const matcher = compiled.matcher(text)
      const found = regex.lastIndex <= text.length && matcher.find(regex.lastIndex)
      regex.lastIndex = found ? matcher.end() : 0
      return found ? matchOf(matcher) : null
    },
  }
  return regex
}

function matchOf(matcher: ReturnType<RE2JS['matcher']>): RegExpExecArray {
  const groups = Array.from(
    { length: matcher.groupCount() + 1 },
    (_, number) => matcher.group(number) ?? undefined,
  )
  return Object.assign(groups, { index: matcher.start() }) as unknown as RegExpExecArray
}
