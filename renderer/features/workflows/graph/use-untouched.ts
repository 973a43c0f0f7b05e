import { useMemo, useState } from 'react'
import type { Graph, GraphNode } from '../api.ts'

/** The settings with which nodes were added, by id. */
type Added = ReadonlyMap<string, GraphNode['config']>

/**
 * Nodes that were added and not filled in yet: what they lack counts, but is not shown as a mistake, unless saving was refused
 * for it.
 */
export function useUntouched({ nodes }: Graph, isRefused: boolean) {
  const [added, setAdded] = useState<Added>(new Map())
  const untouched = useMemo(
    () =>
      new Set(nodes.filter(({ id, config }) => !isRefused && added.get(id) === config).map(({ id }) => id)),
    [nodes, added, isRefused],
  )
  return {
    untouched,
    noteAdded: (nodes: readonly GraphNode[]) =>
      setAdded(before => new Map([...before, ...nodes.map(({ id, config }) => [id, config] as const)])),
  }
}
