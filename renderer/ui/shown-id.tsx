import { Group } from '@mantine/core'
import { CopyButton } from './actions/copy-button.tsx'
import { TextLink } from './lists/links.tsx'

const MAX_UNCUT_LENGTH = 18
const EDGE_LENGTH = 6
/** The width of an id in a table, with its button. */
export const ID_PX = 184

/** Shortens an id in the middle. Its prefix and last characters are enough to tell ids apart. */
export function cutId(id: string): string {
  if (id.length <= MAX_UNCUT_LENGTH) return id
  return `${id.slice(0, id.indexOf('_') + 1 + EDGE_LENGTH)}…${id.slice(-EDGE_LENGTH)}`
}

/** A shortened id with a button that copies all of it; a link if the path of its record is given. */
export const ShownId = ({ id, what = 'the ID', to }: { id: string; what?: string; to?: string | null }) => (
  <Group gap={4} wrap="nowrap">
    <span className="mono" title={id}>
      {to ? <TextLink to={to}>{cutId(id)}</TextLink> : cutId(id)}
    </span>
    <CopyButton text={id} what={`${what} ${cutId(id)}`} />
  </Group>
)
