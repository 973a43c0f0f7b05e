import type { RuleObject } from '../../../../server/parsers/parser-schema.ts'

/** A rule that a node of a page of JSON or XML offers. */
export interface TreeOffer {
  /** What it reads, in words. */
  what: string
  /** The proposed name of its field. */
  name: string
  rule: RuleObject
}

/** A node in a page of JSON or XML. */
export interface TreeNode {
  /** The id, unique in its tree. */
  id: string
  /** A key, an index, or the name of an element or attribute. */
  label: string
  /** The value; for a node with children, a summary. */
  value: string
  parent: TreeNode | null
  /** The children, created at the first call. */
  children(): readonly TreeNode[]
  /** The rules for this node from the page, the most likely first. */
  offers(): TreeOffer[]
  /** The rule for this node inside the items of a list of the schema; null if no item contains it. */
  inside(list: RuleObject): TreeOffer | null
}

const MAX_TEXT = 160

/** Puts a text on a single line and truncates it if it is long. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line
}
