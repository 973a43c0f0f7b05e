import { Group } from '@mantine/core'
import { CopyButton } from './actions/copy-button.tsx'

const SHOWN_WHOLE = 18
const ENDS = 6
/** The width of an id in a table, with its button. */
export const ID_PX = 184

/** An id cut in the middle: its kind and its last characters are what people tell ids apart by. */
export function cutId(id: string): string {
  if (id.length <= SHOWN_WHOLE) return id
  return `${id.slice(0, id.indexOf('_') + 1 + ENDS)}…${id.slice(-ENDS)}`
}

/** An id, cut in the middle, with a button that copies the whole of it. */
export const ShownId = ({ id, what = 'the ID' }: { id: string; what?: string }) => (
  <Group gap={4} wrap="nowrap">
    <span className="mono" title={id}>
      {cutId(id)}
    </span>
    <CopyButton text={id} what={what} />
  </Group>
)
