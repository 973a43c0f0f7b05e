import { Stack, Tabs, Text, Title } from '@mantine/core'
import { CodeBlock } from '../../ui/code-block.tsx'
import { counted } from '../../ui/counted.ts'
import type { Run } from '../../ui/runs/records.ts'

/** What a run was given, and what it gave. */
export const RunValues = ({ run }: { run: Run }) => (
  <Stack gap={12} component="section">
    <Title order={2}>Input and output</Title>
    <Tabs defaultValue={run.output ? 'output' : 'input'} keepMounted={false}>
      <Tabs.List mb={12}>
        <Tabs.Tab value="output">Output</Tabs.Tab>
        <Tabs.Tab value="input">Input</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="output">
        <Output output={run.output} />
      </Tabs.Panel>
      <Tabs.Panel value="input">
        <CodeBlock code={JSON.stringify(run.input, null, 2)} what="the input" />
      </Tabs.Panel>
    </Tabs>
  </Stack>
)

function Output({ output }: { output: Run['output'] }) {
  if (!output) return <Text c="dimmed">There is none until the run has completed.</Text>
  const { items, total } = output
  if (!total) return <Text c="dimmed">The last nodes gave nothing.</Text>
  return (
    <Stack gap={8}>
      <Text size="sm" c="dimmed">
        {items.length < total
          ? `The first ${items.length.toLocaleString()} of ${total.toLocaleString()} items.`
          : `${counted(total, 'item')}.`}
      </Text>
      <CodeBlock code={JSON.stringify(items, null, 2)} what="the output" />
    </Stack>
  )
}
