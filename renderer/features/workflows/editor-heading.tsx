import { ActionIcon, Group, SegmentedControl, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { GraphInHand } from './use-graph.ts'
import classes from './workflows.module.css'

/** The way back, the name, which is changed in its place, and how the workflow is shown. */
export const EditorHeading = ({
  hand: { graph, change },
  view,
  onView,
}: {
  hand: GraphInHand
  view: string
  onView: (view: string) => void
}) => (
  <Group gap={8} wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
    <ActionIcon
      component={Link}
      to="/workflows"
      variant="subtle"
      color="gray"
      aria-label="All workflows"
      title="All workflows"
    >
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
    <TextInput
      className={classes.name!}
      aria-label="Name of the workflow"
      placeholder="Name this workflow"
      value={graph.name}
      autoFocus={graph.name === ''}
      onChange={({ currentTarget: { value } }) => change(graph => ({ ...graph, name: value }), 'name')}
    />
    <SegmentedControl size="xs" aria-label="View" data={['Drawing', 'JSON']} value={view} onChange={onView} />
  </Group>
)
