import {
  type Icon,
  IconArrowsSplit,
  IconBraces,
  IconCloudDownload,
  IconPlayerPlay,
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

/** The kind of a node; for one that calls an operation, the entry of that operation. */
export const kindOfNode = (kinds: readonly NodeKind[], { type, config }: GraphNode): NodeKind | undefined =>
  kinds.find(kind => kind.type === type && (kind.operation === null || kind.operation === config.operation))

/** The branches of a type, which all its entries share. */
export const branchesOf = (kinds: readonly NodeKind[], type: string): readonly string[] =>
  kinds.find(kind => kind.type === type)?.branches ?? ['out']

export const titleOf = (node: GraphNode, kind: NodeKind | undefined) =>
  node.name || (kind?.title ?? node.type)
