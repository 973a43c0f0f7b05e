import type { RuleObject } from '../../parser-schema.ts'

/** A rule that may find a field, with its score and the reasons for it. */
export interface Candidate {
  rule: RuleObject
  /** From 0 to 1: how stable the rule is. */
  score: number
  reasons: string[]
  /** For a rule of linked data, the type that it reads. */
  entity?: string
}
