import { z } from 'zod'
import { AppError } from '../base/errors.ts'

/**
 * An input text that `check` has to accept. If it throws an AppError, its message and hint become the issue of the field, so
 * that a wrong input is a 400 before anything is spent. The text stays as the user wrote it.
 */
export const checkedText = (check: (text: string) => unknown) =>
  z.string().check(context => {
    try {
      check(context.value)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { hint } = error.facts
      context.issues.push({ code: 'custom', input: context.value, message: error.message, params: { hint } })
    }
  })
