import type { RuleObject } from '../../parser-schema.ts'

/** A rule that may find a field, how well it will hold, and why. */
export interface Candidate {
  rule: RuleObject
  /** 0 to 1. */
  score: number
  reasons: string[]
  /** Of a rule for linked data, the type that it reads. */
  entity?: string
}
