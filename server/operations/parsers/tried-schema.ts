import { AppError, type ErrorCode } from '../../base/errors.ts'

/** What to change in the schema of a call that tries it. The hints of other calls advise to test the parser. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  required_missing:
    'Give the field another rule to fall back on, or do not require it: then `nulls` gives the reason for each null.',
  too_few_items: 'Correct the rule of the list, or lower its `min_items` to see the items that it finds.',
}

/** Waits for the result of a schema that a call tries. Hints of errors say what to change in it. */
export async function resultOfTrial<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    const hint = error instanceof AppError ? HINTS[error.code] : undefined
    if (!hint) throw error
    const { code, message, facts } = error as AppError
    throw new AppError(code, message, { ...facts, hint, cause: error })
  }
}
