import { StateDot } from '../state-dot.tsx'

/** What an answer or a result lacks, as `X-Notice` says it: `comments disabled`. */
export const Notice = ({ notice }: { notice: string }) => (
  <StateDot state="warn">{notice.replaceAll('_', ' ')}</StateDot>
)
