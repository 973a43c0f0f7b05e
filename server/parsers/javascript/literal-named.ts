import type { PageScript } from '../html/read-scripts.ts'
import type { Json } from '../parser-schema.ts'
import type { CommentTest } from './comments.ts'
import type { ParseBudget } from './parse-expression.ts'
import { readValue } from './read-value.ts'

/** A script, and the function that recognizes its comments. */
export interface CommentedScript extends Pick<PageScript, 'id' | 'text'> {
  inComment: CommentTest
}

/** Searching this many characters costs as much as evaluating a node. */
const CHARACTERS = 16
/** The maximum number of variables that are spread into each other. */
const MAX_NESTED = 8

const DECLARED = /(?:\b(?:const|let|var)\s+|\bwindow\s*\.\s*)$/
const SET = /\s*=(?![=>])\s*/y
/** The number of characters before a name that tell how it is used. */
const LOOK_BACK = 20

/** Where a variable is declared and set. */
interface Declaration {
  text: string
  at: number
}

/**
 * Returns a function that finds the object or list with which a variable is declared, by name. It returns undefined if the
 * variable is not declared exactly once, or is used in any other way than in a spread: it may be changed there, or be
 * another variable of the same name.
 */
export function createLiterals(
  scripts: readonly CommentedScript[],
  budget: () => ParseBudget,
): (name: string) => Json | undefined {
  const known = new Map<string, Json | undefined>()
  const open = new Set<string>()
  return name => {
    if (known.has(name) || open.size >= MAX_NESTED) return known.get(name)
    known.set(name, undefined)
    open.add(name)
    const declaration = declarationOf(scripts, name, budget())
    const value = declaration && readValue(declaration.text, declaration.at, budget()).value
    if (typeof value === 'object' && value !== null) known.set(name, value)
    open.delete(name)
    return known.get(name)
  }
}

function declarationOf(
  scripts: readonly CommentedScript[],
  name: string,
  budget: ParseBudget,
): Declaration | null {
  let declaration: Declaration | null = null
  for (const { text, inComment } of scripts) {
    budget.work -= text.length / CHARACTERS
    if (budget.work < 0) return null
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const use = inComment(at) ? 'other' : useOf(text, at, name)
      if (use === 'unclear' || (use !== 'other' && declaration)) return null
      if (use !== 'other') declaration = { text, at: use }
    }
  }
  return declaration
}

/** Returns where a name is set, 'other' if it is spread or not this variable, and 'unclear' for anything else. */
function useOf(text: string, at: number, name: string): number | 'other' | 'unclear' {
  const end = at + name.length
  const before = text.slice(Math.max(0, at - LOOK_BACK), at)
  const isPart = /[\w$]$/.test(before) || /[\w$]/.test(text.charAt(end))
  if (isPart || before.endsWith('...')) return 'other'
  SET.lastIndex = end
  if (DECLARED.test(before)) return SET.test(text) ? SET.lastIndex : 'unclear'
  const isProperty = before.endsWith('.') && !/\b(?:self|globalThis)\.$/.test(before)
  const isKey = /[{,]\s*["']?$/.test(before) && /^["']?\s*:/.test(text.slice(end, end + LOOK_BACK))
  return isProperty || isKey ? 'other' : 'unclear'
}
