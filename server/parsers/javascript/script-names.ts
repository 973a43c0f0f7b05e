import type { CommentedScript } from './literal-named.ts'

/** The maximum number of characters in which names are searched for, and of names that are listed. */
const MAX_SEARCHED = 2_000_000
const MAX_NAMES = 10
const MAX_NAME = 60

/** A variable or property that is assigned something like data, or to which something is pushed. */
const ASSIGNED =
  /(?<![\w$.])([A-Za-z_$][\w$.]{2,99})\s{0,9}(?:=\s{0,9}(?=[{[(]|JSON\s{0,9}\.|\w{1,40}\s{0,9}\|\||window\.|self\.)|\.push\()/g

/** Property chains that start at the global object, not at a local variable of minified code. */
const GLOBAL = /^(?:window|self|globalThis)\./

/**
 * Lists the names by which rules could read the scripts of a page: ids, and names to which data is assigned, the most
 * likely first. At most ten, and the number of further names.
 */
export function scriptNames(scripts: CommentedScript[]): string {
  const ids = scripts.flatMap(({ id, text }) => (id && text.trim() ? [id] : []))
  const assigned = new Set<string>()
  let remaining = MAX_SEARCHED
  for (const { text, inComment } of scripts) {
    for (const { 1: name, index } of text.slice(0, remaining).matchAll(ASSIGNED))
      if (!inComment(index)) assigned.add(nameOf(name!))
    remaining = Math.max(0, remaining - text.length)
  }
  const names = [...new Set([...ids, ...[...assigned].sort((a, b) => rank(a) - rank(b))])]
  const listed = names
    .slice(0, MAX_NAMES)
    .map(name => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name))
  const more = names.length - listed.length
  return listed.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const nameOf = (name: string): string => name.replace(GLOBAL, '').replace(/\.push$/, '')

/** Names in capitals or with a leading underscore usually are data, property chains are code. */
const rank = (name: string): number => (/^_|[A-Z_]{3}/.test(name) ? 0 : name.includes('.') ? 2 : 1)
