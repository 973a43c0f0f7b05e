import { Checkbox, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { numberText } from '../../ui/number-text.ts'
import type { Tool } from './api.ts'
import { chosenTools, groupsOf, type ToolSelection, tokensOf, withGroupToggled } from './choice.ts'
import classes from './connect.module.css'

const COLUMNS: Column<Tool>[] = [
  { name: 'Tool', grow: 2, show: tool => <span className="mono">{tool.name}</span> },
  { name: 'What it does', grow: 4, show: tool => tool.summary },
  { name: 'Group', show: tool => tool.group },
  { name: 'Required scope', show: tool => tool.scope },
  { name: 'Tokens', right: true, show: tool => numberText(tool.tokens) },
]

/** The choice of tools for the set-ups above, with the tokens that they use in every conversation. */
export function ToolChoice({
  tools,
  choice,
  onChange,
}: {
  tools: readonly Tool[]
  choice: ToolSelection
  onChange: (choice: ToolSelection) => void
}) {
  const groups = [...Map.groupBy(tools, ({ group }) => group)]
  const checked = groupsOf(tools, choice)
  const offeredTools = chosenTools(tools, choice)
  return (
    <Stack gap={12} component="section" aria-label="Tools">
      <Group justify="space-between">
        <Title order={2}>Tools</Title>
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {`${offeredTools.length} of ${tools.length} tools, about ${numberText(tokensOf(offeredTools))} tokens in every conversation`}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" maw={680}>
        Fewer tools use less of the model’s context. The set-up above includes the tools that you choose.
      </Text>
      <div className={classes.groups}>
        {groups.map(([name, members]) => (
          <Checkbox
            key={name}
            label={`${name} (${numberText(tokensOf(members))} tokens)`}
            checked={checked.includes(name)}
            onChange={() => onChange(withGroupToggled(choice, name, tools))}
          />
        ))}
      </div>
      <Group>
        <Switch
          label="Read-only tools"
          checked={choice.readOnly}
          onChange={({ currentTarget }) => onChange({ ...choice, readOnly: currentTarget.checked })}
        />
      </Group>
      {offeredTools.length ? (
        <DataTable label="Tools" rows={offeredTools} idOf={tool => tool.name} columns={COLUMNS} />
      ) : (
        <Text c="dimmed">No tools selected. Choose at least one group.</Text>
      )}
    </Stack>
  )
}
