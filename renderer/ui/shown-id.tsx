import { Group } from '@mantine/core'
import { CopyButton } from './actions/copy-button.tsx'

const MAX_UNCUT_LENGTH = 18
const EDGE_LENGTH = 6
/** The width of an id in a table, with its button. */
export const ID_PX = 184

/** Shortens an id in the middle. Its prefix and last characters are enough to tell ids apart. */
export function cutId(id: string): string {
  if (id.length <= MAX_UNCUT_LENGTH) return id
  return `${id.slice(0, id.indexOf('_') + 1 + EDGE_LENGTH)}…${id.slice(-EDGE_LENGTH)}`
}

/** A shortened id with a button that copies all of it. */
export const ShownId = ({ id, what = 'the ID' }: { id: string; what?: string }) => (
  <Group gap={4} wrap="nowrap">
    <span className="mono" title={id}>
      {cutId(id)}
    </span>
    <CopyButton text={id} what={`${what} ${cutId(id)}`} />
  </Group>
)
