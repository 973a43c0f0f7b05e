import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { namesOf } from '../../../ui/runs/node-names.ts'
import type { Graph, GraphNode, NodeKind } from '../api.ts'
import { connect, disconnect, ERROR, edgeKey, OUT } from '../graph/edit-graph.ts'

interface NodeLinksOptions {
  graph: Graph
  kinds: readonly NodeKind[]
  node: GraphNode
  branches: readonly string[]
  onChange: (next: (graph: Graph) => Graph) => void
}

/** The edges from a node as a list, as an alternative to drawing them. */
export function NodeLinks({ graph, kinds, node, branches, onChange }: NodeLinksOptions) {
  const [when, setWhen] = useState(branches[0] ?? OUT)
  const [to, setTo] = useState<string | null>(null)
  const links = graph.edges.filter(({ from }) => from === node.id)
  const names = namesOf(graph, kinds)
  const nextNodes = graph.nodes
    .filter(({ id, type }) => id !== node.id && type !== 'input')
    .map(({ id }) => ({ value: id, label: names.get(id)! }))
  return (
    <Stack gap={8}>
      {links.length === 0 && (
        <Text size="sm" c="dimmed">
          No next node. The output of this node is the output of the run.
        </Text>
      )}
      {links.map(edge => (
        <Group key={edgeKey(edge)} gap={8} justify="space-between" wrap="nowrap">
          <Text size="sm">{`${edge.when ?? OUT} → ${names.get(edge.to) ?? edge.to}`}</Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove the link to ${names.get(edge.to) ?? edge.to}`}
            onClick={() => onChange(graph => disconnect(graph, edge))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {nextNodes.length > 0 && (
        <Group gap={8} wrap="nowrap" align="flex-end">
          <Select
            size="xs"
            label="Branch"
            w={110}
            allowDeselect={false}
            data={[...branches, ERROR]}
            value={when}
            onChange={value => setWhen(value ?? OUT)}
          />
          <Select size="xs" label="Next node" flex={1} data={nextNodes} value={to} onChange={setTo} />
          <ExplainedButton
            size="xs"
            variant="default"
            reason={to ? null : 'Choose the next node first.'}
            onClick={() => {
              onChange(graph => connect(graph, { from: node.id, to: to!, when }))
              setTo(null)
            }}
          >
            Connect
          </ExplainedButton>
        </Group>
      )}
    </Stack>
  )
}
