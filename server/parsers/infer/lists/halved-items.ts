import { escapePattern } from '../../../base/text/escape-pattern.ts'
import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'
import { readText } from '../../html/read-text.ts'
import type { RuleObject } from '../../parser-schema.ts'
import { classesOf } from '../page/class-counts.ts'
import { stemOf } from '../rules/name-kinds.ts'

type ChoiceRules = NonNullable<RuleObject['any']>

const MAX_PARTS = 12
const HALVES = /^([^,]+),\s*(.+)$/
const MARKS = /^[^\p{L}\p{N}'"]{1,4}$/u

/**
 * Returns rules for items of two parts, of which the second is split at its comma and put around the first: `Leeks` and `2
 * lb, cold` as `2 lb Leeks; cold`. Empty if no item is wanted like this.
 */
export function halvedChoices(html: HtmlDocument, nodes: DocumentNode[], wanted: string[]): ChoiceRules[] {
  for (const [at, node] of nodes.entries()) {
    const found = halvesIn(html, node, oneLine(wanted[at]!))
    if (found) return [found]
  }
  return []
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

function halvesIn(html: HtmlDocument, item: DocumentNode, wanted: string): ChoiceRules | null {
  const itemText = lettersOf(readText(html, item))
  const parts = elementsIn(html, item)
    .slice(0, MAX_PARTS)
    .map(node => ({ said: oneLine(readText(html, node)), name: nameOf(html, node) }))
  for (const first of parts)
    for (const second of parts) {
      if (lettersOf(first.said) + lettersOf(second.said) !== itemText || first.said === '') continue
      const marks = marksAround(wanted, first.said, second.said)
      if (marks && first.name !== second.name) return choicesFor(first.name, second.name, marks)
    }
  return null
}

/** Returns the marks before and after the first part, between the halves of the second. */
function marksAround(wanted: string, first: string, second: string): [string, string] | null {
  const [, head, tail] = HALVES.exec(second) ?? []
  if (head === undefined || tail === undefined) return null
  const [before, behind, ...more] = wanted.split(first)
  if (before === undefined || behind === undefined || more.length > 0) return null
  const marks: [string, string] = [before.slice(head.length), behind.slice(0, -tail.length)]
  const isWhole = before.startsWith(head) && behind.endsWith(tail) && marks.every(mark => MARKS.test(mark))
  return isWhole ? marks : null
}

/** Returns an XPath for a part inside its item: by the stable part of a class, or by its element name. */
function nameOf(html: HtmlDocument, part: DocumentNode): string {
  const [name] = classesOf(html.attribute(part, 'class') ?? '')
    .filter(one => /^[\w-]+$/.test(one))
    .slice(-1)
  return name === undefined
    ? `.//${html.elementName(part)}`
    : `.//*[contains(@class, '${stemOf(name) ?? name}')]`
}

function choicesFor(first: string, second: string, [before, behind]: [string, string]): ChoiceRules {
  const [head, tail] = [`substring-before(${second}, ',')`, `substring-after(${second}, ',')`]
  const [one, start, end, other] = [first, head, tail, second].map(part => `normalize-space(${part})`)
  return [
    // If the second part of an item is not divided, nothing follows the marks.
    {
      xpath: `concat(${start}, '${before}', ${one}, '${behind}', ${end})`,
      type: 'string',
      pattern: `${escapePattern(behind.trim())}\\s*[\\p{L}\\p{N}(]`,
    },
    { xpath: `concat(${other}, '${before}', ${one})`, type: 'string', pattern: '[\\p{L}\\p{N}]' },
    '',
  ]
}
