import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { fieldPath } from '../field-path.ts'
import { issueHint, issueText, WORDED } from '../issue-text.ts'
import type { Operation } from './operation.ts'

type Issue = z.core.$ZodIssue

/** The input, checked and with its defaults. Throws 400 that names the first field at fault and the way out. */
export function validate<In extends z.ZodObject>(
  operation: Pick<Operation<string, In>, 'input' | 'files' | 'unknownFieldHint'>,
  raw: unknown,
) {
  const parsed = operation.input.safeParse(raw, WORDED)
  if (parsed.success) return parsed.data
  throw invalidInput(operation, parsed.error.issues[0]!)
}

function invalidInput(
  { input, files, unknownFieldHint }: Pick<Operation, 'input' | 'files' | 'unknownFieldHint'>,
  issue: Issue,
): AppError {
  if (issue.code === 'unrecognized_keys') return unknownField(input, issue, unknownFieldHint)
  const [name] = issue.path
  // Which of several parts of one name it was, a client would have to count.
  const field = files && String(name) in files ? String(name) : fieldPath(issue.path)
  const hint = issueHint(issue) ?? input.shape[String(name)]?.description
  return new AppError('invalid_input', issueText(issue, field), {
    ...(field && { field }),
    ...(hint && { hint }),
  })
}

function unknownField(schema: z.ZodObject, issue: Issue & { code: 'unrecognized_keys' }, hint?: string) {
  const field = fieldPath([...issue.path, issue.keys[0]!])
  const known = Object.keys(schema.shape).join(', ')
  return new AppError('invalid_input', `There is no field \`${field}\`.`, {
    field,
    hint:
      hint ??
      (issue.path.length === 0
        ? known
          ? `Fields: ${known}.`
          : 'This operation takes no fields.'
        : 'Remove it.'),
  })
}
