import type { z } from 'zod'
import { fieldPath } from './field-path.ts'

type Issue = z.core.$ZodIssue

/** What a schema found wrong, as a sentence; needs `reportInput`. */
export function issueText(issue: Issue, field = fieldPath(issue.path)): string {
  if (issue.code === 'custom') return issue.message
  if (issue.input === undefined) return `\`${field}\` is missing.`
  return `\`${field}\`: ${issue.message.replace(/^Invalid input: /, '')}.`
}

/** The way out that a rule of our own brought along. */
export const issueHint = (issue: Issue): string | undefined =>
  issue.code === 'custom' ? (issue.params as { hint?: string } | undefined)?.hint : undefined
