import { AppError } from '../base/errors.ts'
import type { Payload } from './define-prebuilt.ts'

/** Whom or what a payload is about, as its platform names it. */
export interface Subject {
  /** Payloads with the same key are about the same thing. */
  key: string
  /** As a sentence names it: `@tidepoolstudio`, `the home 10000001`. */
  label: string
}

/** What a call or an upload asked for. */
export interface Asked<S extends Subject> {
  label: string
  /** Whether a subject is the one that was asked for; null where its names cannot be compared with the one asked for. */
  isSame(subject: S): boolean | null
}

/**
 * The error of pages about something else than was asked for. The one rule of all prebuilt APIs: such a page is never
 * answered as what was asked for, and costs nothing.
 */
export const notAskedFor = (
  found: string,
  asked: string,
  hint = `It may have been renamed or moved. If you want ${found}, ask for that instead.`,
) => new AppError('not_asked_for', `This page is of ${found}, not of ${asked}.`, { hint })

/** The same, for a page of another kind than the API reads: `a playlist` for `a channel`. */
export const notOfKind = (found: string, asked: string) =>
  notAskedFor(found, asked, `This API reads pages of another kind than ${found}.`)

/**
 * The payloads about one subject: the one that was asked for, or the first where nothing was. Payloads that name none
 * belong to the document that they came with, or count for whatever is chosen. Throws `not_asked_for` where all that
 * name a subject name another one.
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

/** A part of a page that names nothing is about what the rest of the page names. */
function withDocuments<S extends Subject>(payloads: Payload[], subjects: (S | null)[]): (S | null)[] {
  const byDocument = new Map<unknown, S>()
  payloads.forEach(({ document }, index) => {
    const subject = subjects[index]
    if (document && subject && !byDocument.has(document)) byDocument.set(document, subject)
  })
  return payloads.map(({ document }, index) => subjects[index] ?? byDocument.get(document) ?? null)
}
