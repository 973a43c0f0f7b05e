import { type DocumentNode, type HtmlDocument, NO_SKIP } from '../../html/document.ts'
import { nodeReader } from '../html/node-readers.ts'
import { readText } from '../html/read-text.ts'
import type { Json, RuleObject } from '../parser-schema.ts'
import { compileReader } from './judge.ts'
import { fieldName } from './lists/field-names.ts'
import { sharedPaths } from './lists/list-candidates.ts'
import { type LearningPage, learningEngine } from './page/learning-page.ts'
import { findNode, type NodeReference, selectorOf } from './page/node-name.ts'
import { ancestorsOf, attributesAmong } from './page/nodes.ts'
import { compact } from './page/text-lengths.ts'
import { anchorsOf } from './rules/anchors.ts'
import type { Candidate } from './rules/candidate.ts'
import { candidatesOf } from './rules/candidates.ts'
import type { FieldCase } from './rules/case.ts'
import { type CssPath, cssPathsOf } from './rules/css-paths.ts'
import { type Guess, guessTypes } from './rules/guess-type.ts'

/** The elements that a person chose on a page. */
export interface PickRequest {
  node: NodeReference
  /** Elements that the selector must also find. */
  also: NodeReference[]
  /** Elements that it must not find. */
  not: NodeReference[]
  /** A selector of items. If set, selectors are relative to the item that contains the element. */
  within: string | undefined
}

/** A selector for what was chosen, with what it finds just now. */
interface SelectorChoice extends CssPath {
  /** How many elements it finds; with `within`, in how many items it finds one. */
  matches: number
  /** The first elements that it finds, by their numbers in the page. */
  nodes: number[]
}

/** The options for a chosen element. */
export interface PickResult {
  /** Its number among the elements of the page. */
  number: number
  tag: string
  text: string
  /** A name for its field. */
  name: string
  type: string
  /** The ways to read it, with their values. */
  readings: { read: string; value: string }[]
  selectors: SelectorChoice[]
  /** Rules of any kind that find its text, those for structured data first. */
  rules: (Candidate & { value: Json })[]
}

const MAX_SELECTORS = 12
const MAX_TRIED = 150
const MAX_RULES = 8
const MAX_NODES = 500
const MAX_TEXT = 300
const MAX_LEARNED_TEXT = 2_000

/**
 * Returns selectors and rules for an element of a page, best first. Throws AppError `invalid_input` if there is no such
 * element.
 */
export function pickNode(page: LearningPage, pick: PickRequest): PickResult {
  const { html } = page
  const node = findNode(page, pick.node, 'node')
  const items = pick.within === undefined ? null : itemsOf(page, pick.within)
  const scope = items ? (itemAround(page, node, items) ?? null) : null
  const text = readText(html, node)
  const fieldCase: FieldCase = { page, at: 0, node: scope, wanted: text === '' ? null : text }
  const name = fieldName(html, node, 'text', scope ?? node, [])
  const [guess] = guessTypes(name, [fieldCase])
  return {
    number: page.elements.indexOf(node),
    tag: html.elementName(node)!,
    text: text.slice(0, MAX_TEXT),
    name,
    type: text === '' ? 'string' : guess!.type,
    readings: readingsOf(page, node),
    selectors: selectorsOf(page, { node, scope, items }, pick),
    rules:
      text === '' || text.length > MAX_LEARNED_TEXT || pick.also.length > 0 ? [] : rulesOf(fieldCase, guess!),
  }
}

const itemsOf = ({ html }: LearningPage, css: string) =>
  new Set(html.select(selectorOf(css, 'within'), html.root, Number.POSITIVE_INFINITY))

const itemAround = ({ html }: LearningPage, node: DocumentNode, items: ReadonlySet<DocumentNode>) =>
  [node, ...ancestorsOf(html, node, null)].find(element => items.has(element))

function readingsOf({ html }: LearningPage, node: DocumentNode): PickResult['readings'] {
  const words = ['text', 'own_text', 'image', ...attributesAmong(html, node).map(name => `@${name}`)]
  return words.flatMap(read => {
    const value = nodeReader(read)(html, node, NO_SKIP)
    return value ? [{ read, value: value.slice(0, MAX_TEXT) }] : []
  })
}

interface PickTarget {
  node: DocumentNode
  scope: DocumentNode | null
  items: ReadonlySet<DocumentNode> | null
}

function selectorsOf(page: LearningPage, target: PickTarget, pick: PickRequest): SelectorChoice[] {
  const { html } = page
  const also = pick.also.map((name, index) => findNode(page, name, `also[${index}]`))
  const not = pick.not.map((name, index) => findNode(page, name, `not[${index}]`))
  const paths = also.length
    ? sharedPaths({ page, node: target.scope }, target.node, also[0]!)
    : cssPathsOf(html, target.node, target.scope, compact(readText(html, target.node)))
  const all = [...paths, ...not.flatMap(wrong => pathsExcluding(html, paths, target.node, wrong))]
  const found = all.slice(0, MAX_TRIED).flatMap(path => {
    const nodes = nodesOf(page, target, path.css, also.length > 0)
    const isRight = [target.node, ...also].every(node => nodes.includes(node))
    return isRight && !not.some(node => nodes.includes(node)) ? [choiceOf(page, path, nodes)] : []
  })
  return found.sort((a, b) => b.score - a.score).slice(0, MAX_SELECTORS)
}

/** Returns what a selector finds: in the page, or in each item the first element, or all elements if several were chosen. */
function nodesOf({ html }: LearningPage, { items }: PickTarget, css: string, many: boolean): DocumentNode[] {
  const selector = learningEngine.compile(css)
  if (!items) return html.select(selector, html.root, Number.POSITIVE_INFINITY)
  return [...items].flatMap(item => html.select(selector, item, many ? Number.POSITIVE_INFINITY : 1))
}

function choiceOf(page: LearningPage, path: CssPath, nodes: DocumentNode[]): SelectorChoice {
  const shown = new Set(nodes.slice(0, MAX_NODES))
  const numbers = page.elements.flatMap((node, number) => (shown.has(node) ? [number] : []))
  return { ...path, score: Math.round(path.score * 100) / 100, matches: nodes.length, nodes: numbers }
}

function rulesOf(fieldCase: FieldCase, guess: Guess): PickResult['rules'] {
  const known = new Set<string>()
  const rules: PickResult['rules'] = []
  for (const candidate of candidatesOf(fieldCase, guess).sort((a, b) => b.score - a.score)) {
    const key = JSON.stringify(candidate.rule satisfies RuleObject)
    const value = known.has(key) ? null : (compileReader(candidate.rule)?.(fieldCase) ?? null)
    known.add(key)
    if (value !== null) rules.push({ ...candidate, score: Math.round(candidate.score * 100) / 100, value })
    if (rules.length === MAX_RULES) break
  }
  return rules
}

const MAX_LEVELS = 4
const MAX_EXCLUSIONS = 4
/** Weaker names are not used to exclude elements. */
const FIRM = 0.4

/** Returns the selectors with an exclusion of what distinguishes a wrong element from the right one: `.price:not(.ad *)`. */
function pathsExcluding(
  html: HtmlDocument,
  paths: CssPath[],
  node: DocumentNode,
  wrong: DocumentNode,
): CssPath[] {
  const own = new Set([node, ...ancestorsOf(html, node, null)])
  const known = new Set([...own].flatMap(element => anchorsOf(html, element).map(({ css }) => css)))
  const ancestors = [wrong, ...ancestorsOf(html, wrong, null)].filter(element => !own.has(element))
  const distinguishing = ancestors.slice(0, MAX_LEVELS).flatMap((element, level) =>
    anchorsOf(html, element)
      .filter(({ css, sturdy }) => sturdy >= FIRM && !known.has(css))
      .map(({ css }) => (level === 0 ? css : `${css} *`)),
  )
  return distinguishing.slice(0, MAX_EXCLUSIONS).flatMap(excluded =>
    paths.map(({ css, score, reasons }) => ({
      css: `${css}:not(${excluded})`,
      score: score - 0.06,
      reasons: [...reasons, `what is ${excluded} is left out`],
    })),
  )
}
