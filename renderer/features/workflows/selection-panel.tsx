import { Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { modKey } from '../../lib/mod-key.ts'
import { counted } from '../../ui/counted.ts'
import { namesOf } from '../../ui/runs/node-names.ts'
import type { Graph, GraphNode, NodeKind } from './api.ts'
import type { SelectionActions } from './graph/use-clipboard.ts'

interface SelectionPanelOptions {
  graph: Graph
  kinds: readonly NodeKind[]
  /** The selected nodes. */
  nodes: readonly GraphNode[]
  actions: SelectionActions
}

/** The actions for several selected nodes. */
export function SelectionPanel({ graph, kinds, nodes, actions }: SelectionPanelOptions) {
  const [copied, setCopied] = useState(false)
  const names = namesOf(graph, kinds)
  return (
    <Stack gap={16} p={16}>
      <Title order={2}>{`${counted(nodes.length, 'node')} selected`}</Title>
      <List size="sm">
        {nodes.map(({ id }) => (
          <List.Item key={id}>{names.get(id)}</List.Item>
        ))}
      </List>
      <Group gap={8}>
        <Button size="xs" variant="default" onClick={() => void actions.copy().then(() => setCopied(true))}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button size="xs" variant="default" onClick={actions.duplicate}>
          Duplicate
        </Button>
        <Button size="xs" variant="default" onClick={actions.remove}>
          Delete nodes
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {`Drag one of them, or press the arrow keys, to move all. ${modKey} C copies them and ${modKey} V pastes them, also into another workflow; ${modKey} D duplicates them.`}
      </Text>
    </Stack>
  )
}
