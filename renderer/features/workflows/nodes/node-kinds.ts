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
import type { GraphNode, NodeKind } from '../api.ts'

/** The groups of the palette, in its order. */
export const GROUPS: Record<NodeKind['group'], { title: string; icon: Icon }> = {
  start: { title: 'Start', icon: IconPlayerPlay },
  operations: { title: 'Operations', icon: IconCloudDownload },
  flow: { title: 'Flow', icon: IconArrowsSplit },
  items: { title: 'Items', icon: IconBraces },
  rows: { title: 'Rows', icon: IconTable },
  outside: { title: 'Integrations', icon: IconWorld },
}

/** Types of nodes that have an icon of their own. */
const ICONS: Record<string, Icon> = {
  for_each: IconRepeat,
  filter: IconFilter,
  if: IconArrowsSplit,
  delay: IconClock,
  sub_workflow: IconSitemap,
}

/** The icon of a kind: its own, or that of its group. */
export const iconOf = (kind: NodeKind | undefined): Icon =>
  ICONS[kind?.type ?? ''] ?? GROUPS[kind?.group ?? 'start'].icon

/** The kind of a node; for one that calls an operation, the entry of that operation. */
export const kindOfNode = (kinds: readonly NodeKind[], { type, config }: GraphNode): NodeKind | undefined =>
  kinds.find(kind => kind.type === type && (kind.operation === null || kind.operation === config.operation))

/** The branches of a type, which all its entries share. */
export const branchesOf = (kinds: readonly NodeKind[], type: string): readonly string[] =>
  kinds.find(kind => kind.type === type)?.branches ?? ['out']

export const titleOf = (node: GraphNode, kind: NodeKind | undefined) =>
  node.name || (kind?.title ?? node.type)
