import {
  type Icon,
  IconArrowsSplit,
  IconBraces,
  IconClock,
  IconCloudDownload,
  IconFilter,
  IconPlayerPlay,
  IconRepeat,
  IconSitemap,
  IconTable,
  IconWorld,
} from '@tabler/icons-react'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import { namesOf } from '../../../ui/runs/node-names.ts'
import type { Graph, GraphNode, NodeKind } from '../api.ts'

/** The groups of the palette, in order. */
export const GROUPS: Record<NodeKind['group'], { title: string; icon: Icon }> = {
  start: { title: 'Start', icon: IconPlayerPlay },
  operations: { title: 'Operations', icon: IconCloudDownload },
  flow: { title: 'Flow', icon: IconArrowsSplit },
  items: { title: 'Items', icon: IconBraces },
  rows: { title: 'Rows', icon: IconTable },
  outside: { title: 'Integrations', icon: IconWorld },
}

/** The icons of node types that have one of their own. */
const ICONS: Record<string, Icon> = {
  for_each: IconRepeat,
  filter: IconFilter,
  if: IconArrowsSplit,
  delay: IconClock,
  sub_workflow: IconSitemap,
}

/** Returns the icon of a kind: its own, or that of its group. */
export const iconOf = (kind: NodeKind | undefined): Icon =>
  ICONS[kind?.type ?? ''] ?? GROUPS[kind?.group ?? 'start'].icon

/** Returns the branches of a node type, which are the same for all kinds of that type. */
export const branchesOf = (kinds: readonly NodeKind[], type: string): readonly string[] =>
  kinds.find(kind => kind.type === type)?.branches ?? ['out']

/** Returns the name of a node; its id if the node no longer exists. */
export const nameOf = (graph: Graph, kinds: readonly NodeKind[], id: string): string =>
  namesOf(graph, kinds).get(id) ?? id

/** Returns the fields of a node's settings with their values; for a node that calls an operation, those of its input. */
export function settingsOf({ config }: GraphNode, kind: NodeKind | undefined) {
  const configSchema = (kind?.config ?? {}) as JsonSchema
  const schema = kind?.operation ? configSchema.properties?.input : configSchema
  const values = (kind?.operation ? config.input : config) ?? {}
  return { fields: schema?.properties ?? {}, values: values as Record<string, unknown> }
}

/** Returns the subject of a node: the first text of its settings, or the name of the record that it is the id of. */
export function subjectOf(
  node: GraphNode,
  kind: NodeKind | undefined,
  records: ReadonlyMap<string, string>,
): string {
  const { fields, values } = settingsOf(node, kind)
  const text = Object.keys(fields)
    .map(name => values[name])
    .find(value => typeof value === 'string' && value !== '')
  return text === undefined ? '' : (records.get(text as string) ?? (text as string))
}
