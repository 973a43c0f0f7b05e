import { z } from 'zod'
import { hintFor } from '../base/error-hints.ts'
import { AppError } from '../base/errors.ts'
import { fieldPath } from '../base/fields/field-path.ts'
import { ISSUE_OPTIONS, issueHint, issueText } from '../base/fields/issue-text.ts'
import { didYouMean, nearestName } from '../base/fields/nearest-name.ts'
import { isWrittenNumber, NUMBER_FORM } from '../base/fields/number-text.ts'
import { isRounded } from '../base/text/parse-json.ts'
import type { Operation } from './operation.ts'

type Issue = z.core.$ZodIssue

/** Returns the validated input with defaults. Throws 400 with the first invalid field and how to fix it. */
export function validate<In extends z.ZodObject>(
  operation: Pick<Operation<string, In>, 'input' | 'files'>,
  raw: unknown,
) {
  const parsed = operation.input.safeParse(raw, ISSUE_OPTIONS)
  if (parsed.success) return parsed.data
  throw invalidInput(operation, mainIssue(parsed.error.issues))
}

/**
 * Returns the issue to report: mostly the first. If a field is missing and an unknown one resembles it, that one. A whole number
 * beyond what numbers can hold exactly has a second issue for the bound of its field, which says more.
 */
function mainIssue(issues: Issue[]): Issue {
  const [first, second] = issues as [Issue, Issue?]
  if (!second || first.code === 'custom') return first
  const isOfSameField = fieldPath(first.path) === fieldPath(second.path)
  return isOfSameField && first.code === second.code ? second : (misspeltIssue(first, issues) ?? first)
}

/** Unknown fields that are compared with the missing one. */
const MAX_COMPARED = 20

/** Returns the issue of an unknown field that is probably the missing one. */
function misspeltIssue(missing: Issue, issues: Issue[]): Issue | undefined {
  if (missing.input !== undefined) return undefined
  const beside = fieldPath(missing.path.slice(0, -1))
  const name = String(missing.path.at(-1))
  for (const issue of issues)
    if (issue.code === 'unrecognized_keys' && fieldPath(issue.path) === beside) {
      const key = issue.keys.slice(0, MAX_COMPARED).find(one => nearestName(one, [name]) !== null)
      if (key !== undefined) return { ...issue, keys: [key] }
    }
  return undefined
}

function invalidInput({ input, files }: Pick<Operation, 'input' | 'files'>, issue: Issue): AppError {
  if (issue.code === 'unrecognized_keys') return unknownField(input, issue)
  const [name] = issue.path
  // Parts that share a name have no visible index, so the error names only the field.
  const field = files && String(name) in files ? String(name) : fieldPath(issue.path)
  const about = issueHint(issue) ?? descriptionAt(input, issue.path) ?? hintFor('invalid_input')
  if (isNumberAsText(issue) && isRounded(String(issue.input)))
    return new AppError('invalid_input', `\`${field}\` has too many digits.`, { field, hint: about })
  const hint = isNumberAsText(issue) ? `${about} ${NUMBER_FORM}.` : about
  return new AppError('invalid_input', issueText(issue, field), { ...(field && { field }), hint })
}

/** Whether text was sent where a number is expected; this includes numbers from queries and files, which arrive as text. */
const isNumberAsText = (issue: Issue) =>
  issue.code === 'invalid_type' && issue.expected === 'number' && isWrittenNumber(issue.input)

/** The description of the innermost field on the path that has one: that of `limits.crons` rather than of `limits`. */
function descriptionAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  const [name, ...rest] = path
  const inner = name === undefined ? undefined : partOf(bare(schema), name)
  // The description of a value that is checked as a whole does not help with a part of it.
  if (!inner || (rest.length > 0 && bare(inner) instanceof z.ZodCustom)) return undefined
  return descriptionAt(inner, rest) ?? inner.description ?? bare(inner).description
}

const partOf = (schema: z.ZodType, name: PropertyKey): z.ZodType | undefined => {
  if (schema instanceof z.ZodObject) return schema.shape[String(name)]
  return schema instanceof z.ZodArray ? (schema.element as z.ZodType) : undefined
}

/** Unwraps optional, nullable and default fields. */
function bare(field: z.ZodType): z.ZodType {
  const isWrapped =
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNullable ||
    field instanceof z.ZodDefault ||
    field instanceof z.ZodPrefault
  return isWrapped ? bare(field.unwrap() as z.ZodType) : field
}

function unknownField(schema: z.ZodObject, issue: Issue & { code: 'unrecognized_keys' }) {
  const [key] = issue.keys as [string]
  const field = fieldPath([...issue.path, key])
  return new AppError('invalid_input', `There is no field \`${field}\`.`, {
    field,
    hint: didYouMean(
      key,
      namesAt(schema, issue.path),
      issue.path.length > 0 ? 'Remove it.' : allFields(schema),
    ),
  })
}

const allFields = ({ shape }: z.ZodObject) => {
  const names = Object.keys(shape)
  return names.length > 0 ? `Fields: ${names.join(', ')}.` : 'This operation takes no fields.'
}

/** Returns the names of the fields of the object at a path; none if it is one of several. */
function namesAt(schema: z.ZodType, [name, ...rest]: readonly PropertyKey[]): string[] {
  const outer = bare(schema)
  if (name === undefined) return outer instanceof z.ZodObject ? Object.keys(outer.shape) : []
  const inner = partOf(outer, name)
  return inner ? namesAt(inner, rest) : []
}
