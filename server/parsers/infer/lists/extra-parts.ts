import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'
import { readText } from '../../html/read-text.ts'
import type { Json } from '../../parser-schema.ts'
import { learningEngine } from '../page/learning-page.ts'
import { compact } from '../page/text-lengths.ts'
import { anchorsOf, nameInCss } from '../rules/anchors.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import type { Guess } from '../rules/guess-type.ts'
import { spreadCandidates } from './spread-candidates.ts'
import { type SpreadItems, spreadItems } from './spread-items.ts'

/** The maximum number of characters that an item has beside the wanted text. */
const MAX_EXTRA = 24
const MAX_VALUES = 3
const MAX_HOLDERS = 4
const MAX_SELECTORS = 4
const PENALTY = 0.1
/** A less stable name is no better than that of the element. */
const MIN_STURDY = 0.6

/**
 * Returns rules for a list whose items show more than is wanted, in separate elements: `<li><span>Step 2</span> Stir
 * it.</li>`, or `<li>Tea <a>Edit</a></li>`.
 */
export function withoutExtraParts(fieldCase: FieldCase, wanted: Json[], guess: Guess): Candidate[] {
  if (guess.type !== 'string' || wanted.length < 2 || fieldCase.node !== null) return []
  const texts = wanted.map(value => compact(String(value)))
  return selectorsOfParts(fieldCase.page, texts).flatMap(remove => {
    const items = itemsWithout(fieldCase, wanted, texts, remove)
    if (!items) return []
    return spreadCandidates(fieldCase, items, 'text', guess).map(({ rule, score, reasons }) => ({
      rule: { ...rule, remove },
      score: score - PENALTY,
      reasons: [...reasons, `it is read without ${remove}`],
    }))
  })
}

/** Returns selectors of the elements beside a wanted text, inside elements that contain it and little more. */
function selectorsOfParts({ html, lengths }: FieldCase['page'], texts: string[]): string[] {
  const found = new Set<string>()
  for (const text of texts.slice(-MAX_VALUES)) {
    const holders = [...lengths()].filter(
      ([node, length]) =>
        length > text.length &&
        length <= text.length + MAX_EXTRA &&
        compact(readText(html, node)).includes(text),
    )
    for (const [node] of holders.slice(-MAX_HOLDERS))
      for (const selector of partsBeside(html, node, text)) found.add(selector)
  }
  return [...found].slice(0, MAX_SELECTORS)
}

function partsBeside(html: HtmlDocument, holder: DocumentNode, text: string): string[] {
  return elementsIn(html, holder).flatMap(node => {
    const partText = compact(readText(html, node))
    if (partText === '' || partText.length > MAX_EXTRA || partText.includes(text)) return []
    const [best] = anchorsOf(html, node)
    const name = nameInCss(html.elementName(node)!)
    return best !== undefined && best.sturdy >= MIN_STURDY ? [name, best.css] : [name]
  })
}

function itemsWithout(
  { page, ...one }: FieldCase,
  wanted: Json[],
  texts: string[],
  remove: string,
): SpreadItems | null {
  const { html } = page
  const skip = new Set(html.select(learningEngine.compile(remove), html.root, Number.POSITIVE_INFINITY))
  const maxLength = Math.max(...texts.map(({ length }) => length)) + MAX_EXTRA
  const nodes = [...page.lengths()].flatMap(([node, length]) =>
    length <= maxLength && !skip.has(node) ? [node] : [],
  )
  const byText = Map.groupBy(nodes, node => compact(readText(html, node, skip)))
  const items = spreadItems({ page, ...one }, wanted, value => byText.get(compact(String(value))) ?? [])
  const isLess = items?.nodes.some((node, at) => compact(readText(html, node)) !== texts[at])
  return isLess ? items : null
}
