import { AppError } from '../errors.ts'

/** Dependants that a refusal lists. */
export const MAX_DEPENDANTS = 20

/** The 409 of what is not deleted, since these jobs and batches need it. */
export const stillNeeded = (noun: string, dependants: string[]) =>
  new AppError('conflict', `Jobs or batches that wait or run need this ${noun}.`, {
    extra: { dependants },
    hint: 'Cancel them, or let them end.',
  })
