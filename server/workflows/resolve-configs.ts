import { AppError } from '../base/errors.ts'
import { fieldPath } from '../base/fields/field-path.ts'
import { ISSUE_OPTIONS, issueHint, issueText } from '../base/fields/issue-text.ts'
import { configOf, templateOf } from './expressions/expression-field.ts'
import type { Expressions, ResolveOptions, Variables } from './expressions/expressions.ts'
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
    return checkConfig(type, configOf(type.config, written, config))
  })
}

function checkConfig(type: NodeType, config: unknown): ResolvedConfig {
  const parsed = type.config.safeParse(config, ISSUE_OPTIONS)
  if (parsed.success) return { config: parsed.data }
  const issue = parsed.error.issues[0]!
  const field = fieldPath(['config', ...issue.path])
  const hint = issueHint(issue)
  return { error: new AppError('invalid_input', issueText(issue, field), { field, ...(hint && { hint }) }) }
}
