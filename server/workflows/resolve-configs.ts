import { AppError } from '../base/errors.ts'
import { fieldPath } from '../base/fields/field-path.ts'
import { ISSUE_OPTIONS, issueHint, issueText } from '../base/fields/issue-text.ts'
import { shortText } from '../base/text/cut-text.ts'
import { valueAt } from './check/check-config.ts'
import { configOf, templateOf } from './expressions/expression-field.ts'
import {
  type Expressions,
  holdsTemplate,
  type ResolveOptions,
  type Variables,
} from './expressions/expressions.ts'
import type { NodeType } from './node-type.ts'

/** A node's config for one item, or the error if it has none. */
export type ResolvedConfig = { config: Record<string, unknown> } | { error: AppError }

/** Resolves a node's config for each of its items: evaluates templates, then validates with the schema of the type. */
export async function resolveConfigs(
  expressions: Expressions,
  type: NodeType,
  written: Record<string, unknown>,
  variables: readonly Variables[],
  options?: ResolveOptions,
): Promise<ResolvedConfig[]> {
  const template = { config: templateOf(type.config, written) }
  const resolved = await expressions.resolve(template, variables, options)
  return resolved.map(one => {
    if ('error' in one) return one
    const { config } = one.value as typeof template
    return checkConfig(type, written, configOf(type.config, written, config))
  })
}

function checkConfig(type: NodeType, written: object, config: object): ResolvedConfig {
  const parsed = type.config.safeParse(config, ISSUE_OPTIONS)
  if (parsed.success) return { config: parsed.data }
  const issue = parsed.error.issues[0]!
  const field = fieldPath(['config', ...issue.path])
  const gave = issue.code === 'invalid_key' ? undefined : whatItGave(written, config, issue.path)
  const hint = issueHint(issue) ?? gave
  return { error: new AppError('invalid_input', issueText(issue, field), { field, ...(hint && { hint }) }) }
}

const MAX_SHOWN = 80

/**
 * Says of which kind the value is that an expression gave for a field, and shows the expression, unless it is one of a header,
 * which may be secret. Returns undefined if neither the field nor one that holds it is an expression.
 */
export function whatItGave(
  written: unknown,
  values: unknown,
  path: readonly PropertyKey[],
): string | undefined {
  const text = [...path.keys(), path.length]
    .map(depth => valueAt(written, path.slice(0, depth)))
    .find(holdsTemplate)
  if (text === undefined) return undefined
  const shown = path.includes('headers') ? '' : ` \`${shortText(text, MAX_SHOWN)}\``
  return `Its expression${shown} gives ${kindOf(valueAt(values, path))} for this item.`
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  return typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : 'true or false'
}
