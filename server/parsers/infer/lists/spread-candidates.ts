import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { ancestorsOf, onlyElementIn } from '../page/nodes.ts'
import { anchorsOf, nameInCss } from '../rules/anchors.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import { cssPathsOf } from '../rules/css-paths.ts'
import { cssRule } from '../rules/css-rule.ts'
import type { Guess } from '../rules/guess-type.ts'
import { headedPathsOf } from './headed-paths.ts'
import { sectionPathsOf } from './section-paths.ts'
import type { SpreadItems } from './spread-items.ts'

const MAX_KINDS = 3
const MAX_LEVELS = 3
const MAX_ANCHORS = 3
/** The stability of "any element" as the step of an item. */
const ANY_ELEMENT = 0.5

interface ScoredStep {
  css: string
  sturdy: number
}

/** Returns rules for the elements of a list, which may be of different kinds, such as headings and what follows them. */
export function spreadCandidates(
  fieldCase: FieldCase,
  items: SpreadItems,
  read: string,
  guess: Guess,
): Candidate[] {
  const { html } = fieldCase.page
  const inner = { ...items, nodes: items.nodes.map(node => innermost(html, node)) }
  const isOther = read === 'text' && inner.nodes.some((node, at) => node !== items.nodes[at])
  const variants = isOther ? [items, inner] : [items]
  return variants.flatMap(variant => [
    ...byCss(fieldCase, variant).map(({ css, ...rest }) => ({
      ...rest,
      rule: { ...cssRule(css, read, guess), all: true },
    })),
    ...headedPathsOf(fieldCase, variant, read, guess),
    ...sectionPathsOf(fieldCase, variant, read, guess),
  ])
}

/** Returns the innermost element with the same text. */
function innermost(html: HtmlDocument, node: DocumentNode): DocumentNode {
  let at = node
  for (let only = onlyElementIn(html, at); only !== null; only = onlyElementIn(html, at)) at = only
  return at
}

function byCss(fieldCase: FieldCase, { nodes, around }: SpreadItems) {
  const { html } = fieldCase.page
  const kinds = kindsOf(html, nodes)
  if (kinds.length > MAX_KINDS) return []
  const areChildren = nodes.every(node => html.parent(node) === around)
  const reason = `the items are elements of ${kinds.length === 1 ? 'one kind' : `${kinds.length} kinds`}`
  const penalty = 0.04 * (kinds.length - 1)
  const outer = [around, ...ancestorsOf(html, around, fieldCase.node)].slice(0, MAX_LEVELS)
  const places = cssPathsOf(html, around, fieldCase.node).filter(({ css }) => css.includes(':nth-of-type('))
  const byPosition = unionsOf(kinds)
    .slice(-1)
    .flatMap(({ steps }) =>
      places.map(({ css, score, reasons }) => ({
        css: steps.map(step => `${css}${areChildren ? ' >' : ''} ${step}`).join(', '),
        score: score - penalty,
        reasons,
      })),
    )
  const byName = unionsOf(kinds).flatMap(({ steps, sturdy }) => [
    { css: steps.join(', '), score: sturdy - penalty, reasons: [reason] },
    ...outer.flatMap((node, level) =>
      anchorsOf(html, node)
        .slice(0, 2)
        .flatMap(anchor => {
          const score = 0.6 * sturdy + 0.38 * (anchor.sturdy - 0.1 * level) - penalty
          const reasons = [reason, `they lie in ${anchor.css}`]
          const between = level === 0 ? '' : ` ${nameInCss(html.elementName(around)!)}`
          const starts = [`${anchor.css} `, ...(areChildren ? [`${anchor.css}${between} > `] : [])]
          return starts.map(start => ({ css: steps.map(step => start + step).join(', '), score, reasons }))
        }),
    ),
  ])
  return [...byName, ...byPosition, ...byHolder(html, nodes)]
}

/** Returns a selector of everything inside several elements of the same name: the heading and the text of each step. */
function byHolder(html: HtmlDocument, nodes: DocumentNode[]) {
  const holders = [...new Set(nodes.map(node => html.parent(node)!))]
  const kinds = kindsOf(html, holders)
  if (holders.length < 2 || kinds.length !== 1) return []
  return kinds[0]!.map(({ css, sturdy }) => ({
    css: `${css} > *`,
    score: 0.6 * ANY_ELEMENT + 0.38 * sturdy,
    reasons: [`the items are all that lies in ${css}`],
  }))
}

/** Returns the anchors that all elements of each name have in common, best first. */
function kindsOf(html: HtmlDocument, nodes: DocumentNode[]): ScoredStep[][] {
  const byName = Map.groupBy(nodes, node => html.elementName(node)!)
  return [...byName.values()].map(([first, ...others]) => {
    const sets = others.map(node => new Set(anchorsOf(html, node).map(({ css }) => css)))
    const shared = anchorsOf(html, first!).filter(({ css }) => sets.every(set => set.has(css)))
    return [...shared.slice(0, MAX_ANCHORS), ...shared.slice(MAX_ANCHORS).slice(-1)]
  })
}

/** Combines one step of each kind: the best of all, then the next, and last only their names. */
function unionsOf(kinds: ScoredStep[][]): { steps: string[]; sturdy: number }[] {
  const longest = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => {
    const steps = kinds.map(kind => kind[Math.min(at, kind.length - 1)]!)
    return { steps: steps.map(({ css }) => css), sturdy: Math.min(...steps.map(({ sturdy }) => sturdy)) }
  })
}
