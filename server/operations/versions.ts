import type { Page, PageQuery } from '../store/page-of.ts'

/** Versions of a parser or a workflow, newest first. */
interface Versions<Version> {
  versions(id: string, query: PageQuery): Promise<Page<Version>>
  everyVersion(id: string): AsyncGenerator<Version>
}

/** `marksOf` returns the names of the secret headers of a version; `masked` masks these headers in a version. */
interface Secrets<Version> {
  marksOf(version: Version): readonly string[]
  masked(version: Version, marks: readonly string[]): Version
}

/** Returns the names of headers that any of these versions marks as secret. */
export async function allMarks<Version>(
  versions: Iterable<Version> | AsyncIterable<Version>,
  marksOf: Secrets<Version>['marksOf'],
): Promise<string[]> {
  const marks = new Set<string>()
  for await (const version of versions) for (const mark of marksOf(version)) marks.add(mark)
  return [...marks]
}

/** Returns a page of versions for answers. A header that any version marks as secret is masked in all of them. */
export async function maskedVersions<Version>(
  store: Versions<Version>,
  { id, ...query }: PageQuery & { id: string },
  { marksOf, masked }: NoInfer<Secrets<Version>>,
): Promise<Page<Version>> {
  const page = await store.versions(id, query)
  const isWhole = query.cursor === undefined && !page.has_more
  const marks = await allMarks(isWhole ? page.data : store.everyVersion(id), marksOf)
  return { ...page, data: page.data.map(version => masked(version, marks)) }
}
