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
export interface Asked<S extends Subject> {
  label: string
  /** Whether a subject is the one that was asked for; null if their names cannot be compared. */
  isSame(subject: S): boolean | null
}

/**
 * Returns the error for a page about another subject than was asked for. All prebuilt APIs follow this rule: such a page is
 * never returned as a result, and costs nothing.
 */
export const notAskedFor = (
  found: string,
  asked: string,
  hint = `It may have been renamed or moved. If you want ${found}, ask for that instead.`,
) => new AppError('not_asked_for', `This page is of ${found}, not of ${asked}.`, { hint })

/** Returns the same error for a page of another kind than the API reads: `a playlist` for `a channel`. */
export const notOfKind = (found: string, asked: string) =>
  notAskedFor(found, asked, `This API reads pages of another kind than ${found}.`)

/**
 * Returns the payloads about one subject: the one that was asked for, or the first if none was. Payloads that name no
 * subject belong to that of their document, or else to the chosen one. Throws `not_asked_for` if every subject named is
 * another one.
 */
export function ofOneSubject<S extends Subject>(
  payloads: Payload[],
  subjectOf: (payload: Payload) => S | null,
  asked: Asked<S> | null,
): Payload[] {
  const subjects = withDocuments(payloads, payloads.map(subjectOf))
  const named = subjects.filter(subject => subject !== null)
  const [first] = named
  if (!first) return payloads
  const chosen = asked ? answering(named, asked) : first
  if (!chosen) throw notAskedFor(first.label, asked!.label)
  return payloads.filter((_, index) => subjects[index] === null || subjects[index]!.key === chosen.key)
}

const answering = <S extends Subject>(named: S[], { isSame }: Asked<S>): S | undefined =>
  named.find(subject => isSame(subject) === true) ?? named.find(subject => isSame(subject) === null)

/** Gives payloads that name no subject the subject of their document. */
function withDocuments<S extends Subject>(payloads: Payload[], subjects: (S | null)[]): (S | null)[] {
  const byDocument = new Map<unknown, S>()
  payloads.forEach(({ document }, index) => {
    const subject = subjects[index]
    if (document && subject && !byDocument.has(document)) byDocument.set(document, subject)
  })
  return payloads.map(({ document }, index) => subjects[index] ?? byDocument.get(document) ?? null)
}
