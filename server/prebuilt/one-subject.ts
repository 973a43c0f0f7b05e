import { AppError } from '../base/errors.ts'
import type { Payload } from './define-prebuilt.ts'

/** The account, post or other thing that a payload is about. */
export interface Subject {
  /** Payloads with the same key are about the same subject. */
  key: string
  /** The subject as it is called in a sentence: `@tidepoolstudio`, `the home 10000001`. */
  label: string
}

/** The subject that a call or an upload asked for. */
export interface RequestedSubject<S extends Subject> {
  label: string
  /** Whether a subject is the one that was asked for; null if their names cannot be compared. */
  isSame(subject: S): boolean | null
}

/**
 * Returns the error for a page about another subject than was asked for. All prebuilt APIs follow this rule: such a page is
 * never returned as a result, and costs nothing.
 */
export const notAskedForError = (
  foundLabel: string,
  requestedLabel: string,
  hint = `It may have been renamed or moved. If you want ${foundLabel}, ask for that instead.`,
) => new AppError('not_asked_for', `This page is of ${foundLabel}, not of ${requestedLabel}.`, { hint })

/** Returns the same error for a page of another kind than the API reads: `a playlist` for `a channel`. */
const wrongKindError = (foundLabel: string, requestedLabel: string) =>
  notAskedForError(foundLabel, requestedLabel, `This API reads pages of another kind than ${foundLabel}.`)

/**
 * Returns a function that returns this error if any payload is a page of another kind than expected, otherwise undefined.
 * `labels` are the kinds in a sentence, for a subject whose name is not known; `requestedLabel` names what was asked for, if
 * known.
 */
export const otherKindErrorOf =
  <Kind extends string>(kindOf: (body: unknown) => Kind | null, labels: Record<Kind, string>) =>
  (payloads: Payload[], expected: Kind, requestedLabel: string | null): AppError | undefined => {
    const other = payloads.map(({ body }) => kindOf(body)).find(kind => kind !== null && kind !== expected)
    return other ? wrongKindError(labels[other], requestedLabel ?? labels[expected]) : undefined
  }

/**
 * Returns the payloads about one subject: the one that was asked for, or the first if none was. Payloads that name no
 * subject belong to that of their document, or else to the chosen one. Throws `not_asked_for` if every subject named is
 * another one.
 */
export function filterBySubject<S extends Subject>(
  payloads: Payload[],
  subjectOf: (payload: Payload) => S | null,
  requested: RequestedSubject<S> | null,
): Payload[] {
  const subjects = fillFromDocuments(payloads, payloads.map(subjectOf))
  const candidates = subjects.filter(subject => subject !== null)
  const [first] = candidates
  if (!first) return payloads
  const chosen = requested ? findRequested(candidates, requested) : first
  if (!chosen) throw notAskedForError(first.label, requested!.label)
  return payloads.filter((_, index) => subjects[index] === null || subjects[index]!.key === chosen.key)
}

const findRequested = <S extends Subject>(candidates: S[], { isSame }: RequestedSubject<S>): S | undefined =>
  candidates.find(subject => isSame(subject) === true) ?? candidates.find(subject => isSame(subject) === null)

/** Gives payloads that name no subject the subject of their document. */
function fillFromDocuments<S extends Subject>(payloads: Payload[], subjects: (S | null)[]): (S | null)[] {
  const byDocument = new Map<unknown, S>()
  payloads.forEach(({ document }, index) => {
    const subject = subjects[index]
    if (document && subject && !byDocument.has(document)) byDocument.set(document, subject)
  })
  return payloads.map(({ document }, index) => subjects[index] ?? byDocument.get(document) ?? null)
}
