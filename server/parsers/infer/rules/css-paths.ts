import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { ancestorsOf, positionAmongSiblings, siblingsBefore } from '../page/nodes.ts'
import { type Anchor, anchorsOf, nameInCss } from './anchors.ts'

/** A selector for a node, with its score and the reasons for it. */
export interface CssPath {
  css: string
  score: number
  reasons: string[]
}

const MAX_OWN = 6
const MAX_LEVELS = 8
const MAX_STEPS = 30
const MAX_ANCHORS_AROUND = 2
/** Less stable anchors are not used at the start of a path. */
const MIN_STURDY = 0.4
/** A step below this needs more context from the elements around it. */
const WEAK = 0.5
/** Such an anchor is usually only once on a page. */
const UNIQUE = 0.9

/**
 * Returns selectors that may find a node inside `scope` (null: the page), best first: by its names, by the elements around
 * it and before it, and last by its position. The caller has to check whether a selector finds the node. `avoid` is the
 * value of the node itself, without white space.
 */
export function cssPathsOf(
  html: HtmlDocument,
  node: DocumentNode,
  scope: DocumentNode | null,
  avoid = '',
): CssPath[] {
  const own = anchorsOf(html, node, avoid).slice(0, MAX_OWN)
  const ancestors = ancestorsOf(html, node, scope).slice(0, MAX_LEVELS)
  const paths = [
    ...own.map(anchorPath),
    ...ancestors.flatMap((outer, level) => nestedPaths(html, node, outer, level, own, avoid)),
    ...own.filter(isWeak).flatMap(step => siblingPaths(html, node, step, avoid)),
    ...positionPaths(html, node, scope, WEAK),
    ...positionPaths(html, node, scope, UNIQUE),
  ]
  return distinct(paths).sort((a, b) => b.score - a.score)
}

const isWeak = ({ sturdy }: Anchor) => sturdy < WEAK

const anchorPath = ({ css, sturdy, why }: Anchor): CssPath => ({ css, score: sturdy, reasons: [why] })

/** Elements whose names tell what they contain. */
const TELLING_TAGS = new Set(['figure', 'picture', 'h1', 'h2', 'h3', 'time', 'address', 'dd', 'td', 'th'])

function tellingParent(html: HtmlDocument, node: DocumentNode): string | null {
  const parent = html.parent(node)
  const name = parent === null ? null : html.elementName(parent)
  return name !== null && TELLING_TAGS.has(name) ? name : null
}

function nestedPaths(
  html: HtmlDocument,
  node: DocumentNode,
  outer: DocumentNode,
  level: number,
  own: Anchor[],
  avoid: string,
): CssPath[] {
  const anchors = anchorsOf(html, outer, avoid).filter(({ sturdy }) => sturdy >= MIN_STURDY)
  const between = tellingParent(html, node)
  return anchors.slice(0, MAX_ANCHORS_AROUND).flatMap(anchor =>
    own.flatMap(step => {
      const score = 0.62 * step.sturdy + 0.34 * anchor.sturdy - 0.04 * level
      const reasons = [step.why, `it lies in ${anchor.css}`]
      const path = { css: `${anchor.css} ${step.css}`, score, reasons }
      if (!isWeak(step)) return [path]
      if (level === 0) return [path, { ...path, css: `${anchor.css} > ${step.css}`, score: score + 0.01 }]
      return between === null
        ? [path]
        : [path, { ...path, css: `${anchor.css} ${between} ${step.css}`, score: score + 0.02 }]
    }),
  )
}

/** Returns selectors by the named element before a node. */
function siblingPaths(html: HtmlDocument, node: DocumentNode, step: Anchor, avoid: string): CssPath[] {
  const before = siblingsBefore(html, node).find(sibling => html.elementName(sibling) !== null)
  if (before === undefined) return []
  const [anchor] = anchorsOf(html, before, avoid)
  if (!anchor || anchor.sturdy < MIN_STURDY) return []
  const score = 0.5 * step.sturdy + 0.4 * anchor.sturdy
  return [{ css: `${anchor.css} + ${step.css}`, score, reasons: [`it follows ${anchor.css}`] }]
}

/** Returns a path by positions, from the nearest element that can be named well enough, or else from the top. */
function positionPaths(
  html: HtmlDocument,
  node: DocumentNode,
  scope: DocumentNode | null,
  minSturdy: number,
): CssPath[] {
  const steps: string[] = []
  let at: DocumentNode | null = node
  for (; at !== null && at !== scope && html.elementName(at) !== null; at = html.parent(at)) {
    if (steps.length === MAX_STEPS) return []
    const [anchor] = at === node ? [] : anchorsOf(html, at)
    if (anchor && anchor.sturdy >= minSturdy) {
      steps.unshift(anchor.css)
      break
    }
    const step = positionStep(html, at)
    if (step === null) return []
    steps.unshift(step)
  }
  // The node is the item itself, which no selector inside of it finds.
  if (steps.length === 0) return []
  const score = Math.max(0.05, 0.3 - 0.03 * steps.length)
  const css = at === scope && scope !== null ? `:scope > ${steps.join(' > ')}` : steps.join(' > ')
  return [{ css, score, reasons: ['it is known by its place only'] }]
}

function positionStep(html: HtmlDocument, node: DocumentNode): string | null {
  const name = html.elementName(node)!
  if (['html', 'head', 'body'].includes(name)) return name
  const position = positionAmongSiblings(html, node)
  return position === null ? null : `${nameInCss(name)}:nth-of-type(${position})`
}

function distinct(paths: CssPath[]): CssPath[] {
  const best = new Map<string, CssPath>()
  for (const path of paths) {
    const known = best.get(path.css)
    if (!known || known.score < path.score) best.set(path.css, path)
  }
  return [...best.values()]
}
