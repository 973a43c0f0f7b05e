import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import type { Trial } from '../api.ts'
import { isRecord, ruleObject } from '../schema-form/edit-rule.ts'

/** The result of a rule on the page before it becomes a field. */
export interface Preview {
  /** A single value, or the first few of several. */
  values: Json[]
  /** The number of matches; in a list, the number of items with a match. */
  matches: number
  /** In a list, the number of items. */
  of?: number
  nodes: number[]
  reason?: string | undefined
}

const MAX_VALUES = 5

/** The items that a field belongs to, as a selector or a rule; null for a field of the page. */
export type ItemScope = string | JsonObject | null

const itemsRule = (within: string | JsonObject) => (typeof within === 'string' ? { css: within } : within)

/** Builds a schema that reads the value of a rule and all its matches. Nothing is required in a preview. */
export function previewSchema(rule: Json, within: ItemScope): JsonObject {
  const { required: _, default: __, ...optionalRule } = ruleObject(rule as string | JsonObject)
  const fields = { value: optionalRule, every: { ...optionalRule, all: true } }
  return within === null ? { fields } : { fields: { items: { ...itemsRule(within), all: true, fields } } }
}

export function readPreview({ data, trace, nulls, problems }: Trial, within: ItemScope): Preview {
  const fieldsPath = within === null ? 'schema.fields' : 'schema.fields.items.fields'
  const entries = (trace as unknown as FieldTrace[]).filter(({ rule }) => rule === `${fieldsPath}.every`)
  const items = within === null ? [data] : (data?.items as Json[] | undefined)
  const values = (items ?? []).map(item => (isRecord(item) ? (item.value ?? null) : null))
  const filled = values.filter(value => value !== null)
  const reason = problems[0]?.error ?? nulls.find(({ rule }) => rule === `${fieldsPath}.value`)?.reason
  return {
    values: filled.slice(0, MAX_VALUES),
    matches: within === null ? (entries[0]?.matched ?? 0) : filled.length,
    ...(within !== null && { of: values.length }),
    nodes: entries.flatMap(({ nodes = [] }) => nodes),
    reason: filled.length > 0 ? undefined : reason,
  }
}
