import { CallError } from '../../lib/service/call-error.ts'

/** What became of a job meanwhile, which says nothing of the others: it is in another state, or gone. */
const isOfOne = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 409 || error.status === 404)

/**
 * Calls for each of several jobs, one after the other. One that has changed meanwhile does not keep the others from it.
 * @throws at the end why the first of those was refused, and at once what concerns all of them.
 */
export async function eachOf(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<void> {
  const refused: CallError[] = []
  for (const id of ids)
    await act(id).catch(error => {
      if (!isOfOne(error)) throw error
      refused.push(error)
    })
  if (refused.length) throw refused[0]!
}
