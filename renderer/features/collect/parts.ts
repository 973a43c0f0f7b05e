import type { CollectDraft } from '../../lib/collect-start.ts'
import type { ErrorBody } from '../../lib/service/call-error.ts'

/** The props of every section of the page. */
export interface SectionProps {
  draft: CollectDraft
  set: (changes: Partial<CollectDraft>) => void
  /** Returns the service's error at a field of the call. */
  errorAt: (path: string) => ErrorBody | null
}
