/**
 * JSON inside the scripts of a page. Reading takes linear time for any input: a value ends no later than its script, and no
 * character is examined twice for the same name.
 */

interface Script {
  /** As written in the tag: ` id="state" type="application/json"`. */
  attributes: string
  text: string
}

/**
 * Yields the JSON that scripts assign to a variable: `var name = {…};`, `window["name"] = {…}`, `name = '\x7b…'`, `name =
 * JSON.parse("…")`.
 */
export function* assignedJson(html: string, name: string): Generator<unknown> {
  const assignment = new RegExp(
    `\\b${name}["']?\\]?\\s{0,8}=\\s{0,8}(?:JSON\\.parse\\(\\s{0,8})?(?=[{["'])`,
    'g',
  )
  yield* jsonAfter(html, assignment)
}

/**
 * Yields the JSON directly after each match of `start` (with flag `g`) in a script, either as a value or quoted in a string.
 */
export function* jsonAfter(html: string, start: RegExp): Generator<unknown> {
  for (const { text } of scriptsOf(html)) yield* parseAssigned(text, start)
}

/**
 * Yields the JSON of scripts whose tag has matching attributes: `/\bid="state"/`, `/\bdata-sjs\b/`. A script whose text does
 * not match `textPattern` is not parsed. The expressions must not have the flag `g`.
 */
export function* scriptJson(html: string, attributes: RegExp, textPattern = /(?:)/): Generator<unknown> {
  for (const script of scriptsOf(html)) {
    if (attributes.test(script.attributes) && textPattern.test(script.text))
      yield* tryParse(script.text.replace(/^\s*<!--|-->\s*$/g, ''))
  }
}

function* scriptsOf(html: string): Generator<Script> {
  const openTag = /<script\b([^<>]*)>/gi
  const closeTag = /<\/script/gi
  for (let tag = openTag.exec(html); tag; tag = openTag.exec(html)) {
    closeTag.lastIndex = openTag.lastIndex
    const end = closeTag.exec(html)?.index ?? html.length
    yield { attributes: tag[1]!, text: html.slice(openTag.lastIndex, end) }
    openTag.lastIndex = end
  }
}

function* parseAssigned(script: string, assignment: RegExp): Generator<unknown> {
  assignment.lastIndex = 0
  while (assignment.test(script)) {
    const start = assignment.lastIndex
    const end = valueEnd(script, start)
    if (end === -1) return
    const value = script.slice(start, end)
    yield* tryParse(/^["']/.test(value) ? unescapeLiteral(value.slice(1, -1)) : value)
    assignment.lastIndex = end
  }
}

/** Returns the index after the object, list or string that starts at `start`, or -1 if it is cut off. */
function valueEnd(text: string, start: number): number {
  const quote = text[start]!
  if (quote === '"' || quote === "'") return stringEnd(text, start)
  const mark = /["{}[\]]/g
  let depth = 0
  for (let next = start; next !== -1; ) {
    mark.lastIndex = next
    const found = mark.exec(text)
    if (!found) return -1
    if (found[0] === '"') next = stringEnd(text, found.index)
    else {
      next = mark.lastIndex
      depth += found[0] === '{' || found[0] === '[' ? 1 : -1
      if (depth === 0) return next
    }
  }
  return -1
}

/** Returns the index after the closing quote of the string that opens at `start`, or -1 if there is none. */
function stringEnd(text: string, start: number): number {
  const quote = text[start]!
  for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end + 1
  }
  return -1
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' }

/** Decodes the escapes of a JavaScript string literal. */
const unescapeLiteral = (literal: string) =>
  literal.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([\s\S]))/gi, (_, hex, unicode, other) =>
    other === undefined
      ? String.fromCharCode(Number.parseInt(hex ?? unicode, 16))
      : (ESCAPES[other] ?? other),
  )

/** Yields nothing if the text is not JSON. */
function* tryParse(text: string): Generator<unknown> {
  try {
    yield JSON.parse(text)
  } catch {}
}
