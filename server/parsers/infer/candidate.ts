import type { RuleObject } from '../parser-schema.ts'

/** A rule that may find a field, how well it will hold, and why. */
export interface Candidate {
  rule: RuleObject
  /** 0 to 1. */
  score: number
  reasons: string[]
}
