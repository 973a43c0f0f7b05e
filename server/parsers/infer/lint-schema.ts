import { isTraversal, type Selector } from 'css-what'
import type { DocumentNode } from '../../html/document.ts'
import { parseCss } from '../../html/select/parse-css.ts'
import { expandRule } from '../expand-rule.ts'
import { fieldStep } from '../field-path.ts'
import type { Fields, ParserSchema, RuleObject } from '../parser-schema.ts'
import { splitCss } from '../split-css.ts'
import { sharedPaths } from './lists/list-candidates.ts'
import { type LearningPage, learningEngine } from './page/learning-page.ts'
import { cssPathsOf } from './rules/css-paths.ts'
import { kindOfName } from './rules/name-kinds.ts'

/** A warning about a selector that is likely to break, or to find something else than was meant. */
export interface LintWarning {
  /** The path of the field: `schema.fields.price`. */
  field: string
  warning: string
  /** A better selector. One of CSS finds the same elements on the page. */
  alternative: string | null
}

const MAX_WARNINGS = 100
const MAX_STEPS = 4
/** The minimum score of an alternative. */
const MIN_SCORE = 0.5

/** Where the rules of fields are: their path in the schema, and the element in which they search. */
interface LintScope {
  path: string
  isInItem?: boolean
  scope: DocumentNode | null
  page: LearningPage | null
}

/**
 * Returns warnings about brittle selectors in a checked schema. With a page, each comes with a better selector, if there is
 * one.
 */
export function lintSchema({ fields, pages = [] }: ParserSchema, page: LearningPage | null): LintWarning[] {
  const kinds = pages.flatMap((kind, at) =>
    lintFields(kind.fields ?? {}, { path: `schema.pages[${at}]`, scope: null, page }),
  )
  return [...lintFields(fields, { path: 'schema', scope: null, page }), ...kinds].slice(0, MAX_WARNINGS)
}

function lintFields(fields: Fields, lintScope: LintScope): LintWarning[] {
  return Object.entries(fields).flatMap(([name, rule]) =>
    lintRule(expandRule(rule), { ...lintScope, path: `${lintScope.path}.fields${fieldStep(name)}` }),
  )
}

function lintRule(rule: RuleObject, lintScope: LintScope): LintWarning[] {
  const { path, page } = lintScope
  const own = rule.css === undefined ? lintXPath(rule, lintScope) : lintCss(rule, lintScope)
  const choices = (rule.any ?? []).flatMap((choice, at) =>
    lintRule(expandRule(choice), { ...lintScope, path: `${path}.any[${at}]` }),
  )
  if (!rule.fields) return [...own, ...choices]
  const scope = (page && findFirst(page, rule, lintScope.scope)) ?? lintScope.scope
  const isInItem = lintScope.isInItem || rule.all === true
  return [...own, ...choices, ...lintFields(rule.fields, { ...lintScope, scope, isInItem })]
}

/** In other tools, too, it is a frequent mistake to search the page where the item was meant. */
function lintXPath({ xpath = '' }: RuleObject, { path, isInItem }: LintScope): LintWarning[] {
  if (!isInItem || !/^\s*\//.test(xpath)) return []
  const warning = 'It starts at the page, not at the item, so it reads the same for every item.'
  return [{ field: path, warning, alternative: `.${xpath.trimStart()}` }]
}

function findFirst({ html }: LearningPage, { css, table }: RuleObject, scope: DocumentNode | null) {
  const { selector } = splitCss(css ?? table ?? '')
  if (selector === '') return undefined
  return html.select(learningEngine.compile(selector), scope ?? html.root, 1)[0]
}

function lintCss(rule: RuleObject, lintScope: LintScope): LintWarning[] {
  const { selector } = splitCss(rule.css!)
  const reasons = selector === '' ? [] : brittleReasons(selector)
  if (reasons.length === 0) return []
  const alternative = lintScope.page ? findAlternative(selector, rule, lintScope, lintScope.page) : null
  return reasons.map(warning => ({ field: lintScope.path, warning, alternative }))
}

/** Returns why a selector is likely to break; empty if it is not. */
function brittleReasons(css: string): string[] {
  const steps = parseCss(css)
  const names = steps.flat().flatMap(namesOf)
  const machineNames = names.filter(name => kindOfName(name) === 'machine')
  const numberedNames = names.filter(name => kindOfName(name) === 'numbered')
  const positionSteps = steps
    .flat()
    .filter(({ type, ...rest }) => type === 'pseudo' && /^nth-/.test((rest as { name: string }).name))
  const longest = Math.max(...steps.map(line => line.filter(isTraversal).length + 1))
  return [
    ...machineNames.map(
      name => `A build generated the name ${JSON.stringify(name)}: the next one generates another.`,
    ),
    ...numberedNames.map(name => `The name ${JSON.stringify(name)} has a number of this page.`),
    ...(positionSteps.length > 0
      ? ['It counts places: one more element before it, and it finds another.']
      : []),
    ...(longest > MAX_STEPS ? [`It goes through ${longest} steps, each of which has to stay.`] : []),
  ]
}

function namesOf(step: Selector): string[] {
  if (step.type !== 'attribute' || !['class', 'id'].includes(step.name)) return []
  return step.action === 'element' || step.action === 'equals' ? [step.value] : []
}

/** Returns the sturdiest selector that finds the same elements on the page; null if none is sturdy enough. */
function findAlternative(
  css: string,
  rule: RuleObject,
  { scope }: LintScope,
  page: LearningPage,
): string | null {
  const { html } = page
  const limit = rule.all ? Number.POSITIVE_INFINITY : 1
  const find = (selector: string) => html.select(learningEngine.compile(selector), scope ?? html.root, limit)
  const targets = find(css)
  const [first, second] = targets
  if (first === undefined) return null
  const paths =
    rule.all && second !== undefined
      ? sharedPaths({ page, node: scope }, first, second)
      : cssPathsOf(html, first, scope)
  const isSame = (found: DocumentNode[]) =>
    found.length === targets.length && found.every((node, at) => node === targets[at])
  const better = paths
    .sort((a, b) => b.score - a.score)
    .find(path => path.score >= MIN_SCORE && brittleReasons(path.css).length === 0 && isSame(find(path.css)))
  return better?.css ?? null
}
