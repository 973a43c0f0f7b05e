import type { RuleObject } from '../../../../server/parsers/parser-schema.ts'

/** A rule that a place of a page of data can give. */
export interface TreeOffer {
  /** What it takes, in words. */
  what: string
  /** A name for its field. */
  name: string
  rule: RuleObject
}

/** A place in a page of JSON or XML. */
export interface TreeNode {
  /** Unique in its tree. */
  id: string
  /** A key, an index, the name of an element or of an attribute. */
  label: string
  /** The value; of what has places inside, a summary. */
  value: string
  parent: TreeNode | null
  /** The places inside, read at the first question. */
  children(): readonly TreeNode[]
  /** Rules of the page for this place, the likeliest first. */
  offers(): TreeOffer[]
  /** The rule for this place inside the items that a rule of the schema lists; null where it is in none of them. */
  inside(list: RuleObject): TreeOffer | null
}

const MAX_TEXT = 160

/** A text on one line, cut where it is long. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line
}
