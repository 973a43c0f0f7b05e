import { AppError } from '../errors.ts'
import { templateOf } from './expressions/expression-field.ts'
import type { Expressions, ResolveOptions, Variables } from './expressions/expressions.ts'
import type { NodeType } from './node-type.ts'

/** A node's config for one item, or why that item has none. */
export type ResolvedConfig = { config: Record<string, unknown> } | { error: AppError }

/** A node's config for each of its items: templates evaluated, then checked by the type's schema. */
export async function resolveConfigs(
  expressions: Expressions,
  type: NodeType,
  written: Record<string, unknown>,
  variables: readonly Variables[],
  options?: ResolveOptions,
): Promise<ResolvedConfig[]> {
  const resolved = await expressions.resolve(templateOf(type.config, written), variables, options)
  return resolved.map(one => ('error' in one ? one : checked(type, one.value)))
}

function checked(type: NodeType, value: unknown): ResolvedConfig {
  const parsed = type.config.safeParse(value)
  if (parsed.success) return { config: parsed.data }
  const [issue] = parsed.error.issues
  const field = ['config', ...issue!.path].join('.')
  return { error: new AppError('invalid_input', `\`${field}\`: ${issue!.message}.`, { field }) }
}
