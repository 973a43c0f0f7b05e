import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'

/** A value of the data, by its path there and by the rule that gave it. */
export interface FieldPoint {
  rule: string
  field: string
}

/** What was read from which elements, both ways. */
export interface FieldNodes {
  /** How each value of a rule came about. */
  entries: (rule: string) => readonly FieldTrace[]
  /** Every rule that was tried, in the order of the schema. */
  rules: readonly string[]
  /** The value that was read from an element; of several, the innermost in the data. */
  pointAt: (number: number) => FieldPoint | undefined
}

/** Fields of a list come before the list in a trace: what is there first lies innermost. */
export function fieldNodes(trace: readonly FieldTrace[]): FieldNodes {
  const byRule = Map.groupBy(trace, ({ rule }) => rule)
  const byNode = new Map<number, FieldPoint>()
  for (const { rule, field, nodes = [] } of trace)
    for (const node of nodes) if (!byNode.has(node)) byNode.set(node, { rule, field })
  return {
    entries: rule => byRule.get(rule) ?? [],
    rules: [...byRule.keys()].sort(),
    pointAt: number => byNode.get(number),
  }
}
