import { useMemo, useState } from 'react'
import type { Graph, GraphNode } from '../api.ts'

/** The settings that nodes were added with, by node id. */
type InitialConfigs = ReadonlyMap<string, GraphNode['config']>

/**
 * Tracks nodes that were added but not filled in yet. Their missing settings count as problems but are not shown as
 * mistakes, unless saving was refused.
 */
export function useUntouched({ nodes }: Graph, isRefused: boolean) {
  const [initialConfigs, setInitialConfigs] = useState<InitialConfigs>(new Map())
  const untouched = useMemo(
    () =>
      new Set(
        nodes.filter(({ id, config }) => !isRefused && initialConfigs.get(id) === config).map(({ id }) => id),
      ),
    [nodes, initialConfigs, isRefused],
  )
  return {
    untouched,
    noteAdded: (nodes: readonly GraphNode[]) =>
      setInitialConfigs(
        before => new Map([...before, ...nodes.map(({ id, config }) => [id, config] as const)]),
      ),
  }
}
