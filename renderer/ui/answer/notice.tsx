import { StateDot } from '../state-dot.tsx'

/** Says what an answer or a result lacks, from its `X-Notice`: `comments disabled`. */
export const Notice = ({ notice }: { notice: string }) => (
  <StateDot state="warn">{notice.replaceAll('_', ' ')}</StateDot>
)
