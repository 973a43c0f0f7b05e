import type { CollectDraft } from '../../lib/collect-start.ts'
import type { ErrorBody } from '../../lib/service/call-error.ts'

/** What every section of the page is given. */
export interface SectionProps {
  draft: CollectDraft
  set: (changes: Partial<CollectDraft>) => void
  /** What the service said of a field of the call. */
  errorAt: (path: string) => ErrorBody | null
}
