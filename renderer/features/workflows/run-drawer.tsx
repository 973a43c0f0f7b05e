import { Drawer, Group, List, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { counted } from '../../ui/counted.ts'
import { Fields } from '../../ui/form/fields.tsx'
import { reportTextValidity } from '../../ui/form/is-written.ts'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { JsonWidget } from '../../ui/form/json-widget.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { namesOf } from '../../ui/runs/node-names.ts'
import type { Graph, NodeKind } from './api.ts'
import { planRun, type RunPlan } from './data/run-plan.ts'
import { problemAt } from './graph/problems.ts'
import type { RunState } from './use-run.ts'

interface RunDrawerOptions {
  opened: boolean
  /** The id of the workflow; null until it is saved. */
  workflow: string | null
  graph: Graph
  kinds: readonly NodeKind[]
  /** The node that it runs up to; null for the whole workflow. */
  target: string | null
  running: RunState
  onClose: () => void
}

/** Asks for the input of a run, shows the cost of a run up to a node, and starts it or a dry run. */
export function RunDrawer({ opened, workflow, graph, kinds, target, running, onClose }: RunDrawerOptions) {
  const [inputDraft, setInputDraft, endDraft] = useDraft<Record<string, unknown> | null>(
    `run.${workflow ?? 'new'}`,
    () => null,
  )
  // A dry run without an input used a sample, which is not a useful initial value.
  const input = inputDraft ?? (running.run?.dry_run ? {} : (running.run?.input ?? {}))
  const isInputPending = inputDraft === null && running.runs.isPending
  const names = namesOf(graph, kinds)
  const plan = target === null ? null : planRun(graph, target, kinds, running.runOf)
  const form = useRef<HTMLDivElement>(null)
  const [isDry, setDry] = useState(false)
  const start = (dry_run: boolean) => {
    if (!reportTextValidity(form.current)) return
    setDry(dry_run)
    const isEmpty = !Object.keys(input).length
    const omitsInput = isEmpty && (dry_run || plan?.asksInput === false)
    const request = { dry_run, ...(target !== null && { to_node: target }), ...(!omitsInput && { input }) }
    running.start(request, endDraft)
  }
  /** The state of the button that starts a dry run or a real one. */
  const stateOf = (dry: boolean) => ({
    loading: isInputPending || (running.starting && isDry === dry),
    reason: running.starting && isDry !== dry ? 'A run is being started.' : null,
  })
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={target === null ? 'Run' : `Run to ${names.get(target) ?? target}`}
    >
      <Stack ref={form} gap={16}>
        {plan?.asksInput === false ? (
          <Text size="sm">No input is needed: pinned items stand in for what lies before.</Text>
        ) : isInputPending ? (
          <RowsSkeleton rows={3} />
        ) : (
          <RunInput
            schema={graph.input_schema as JsonSchema}
            input={input}
            running={running}
            onChange={setInputDraft}
          />
        )}
        {plan && <RunCosts plan={plan} names={names} />}
        {running.thrown !== null && <ErrorNotice error={running.thrown} />}
        <Text size="sm" c="dimmed">
          A dry run uses pinned items and samples instead of calls, writes and deliveries. It is free.
        </Text>
        <Group gap={8}>
          <ExplainedButton {...stateOf(false)} onClick={() => start(false)}>
            {target === null ? 'Run' : 'Run to here'}
          </ExplainedButton>
          <ExplainedButton {...stateOf(true)} variant="default" onClick={() => start(true)}>
            Dry run
          </ExplainedButton>
        </Group>
      </Stack>
    </Drawer>
  )
}

interface RunInputOptions {
  schema: JsonSchema
  input: Record<string, unknown>
  running: RunState
  onChange: (input: Record<string, unknown>) => void
}

function RunInput({ schema, input, running, onChange }: RunInputOptions) {
  const errorAt = (path: string) => (running.error ? problemAt([running.error], `input.${path}`) : null)
  if (Object.keys(schema.properties ?? {}).length)
    return <Fields schema={schema} values={input} onChange={onChange} errorAt={errorAt} />
  return (
    <JsonWidget
      isFields
      path=""
      label="Input"
      schema={{ description: 'This workflow defines no fields of its input. Any object is accepted.' }}
      required={false}
      value={Object.keys(input).length ? input : undefined}
      errorAt={() => null}
      onChange={value => onChange((value ?? {}) as Record<string, unknown>)}
    />
  )
}

/** Shows what a run up to a node calls, and its cost in credits. */
function RunCosts({
  plan: { lines, credits },
  names,
}: {
  plan: RunPlan
  names: ReadonlyMap<string, string>
}) {
  return (
    <section aria-label="Cost">
      <Text size="sm" fw={600}>
        {costText(lines.length, credits)}
      </Text>
      <List size="sm">
        {lines.map(({ node, text }) => (
          <List.Item key={node}>{`${names.get(node) ?? node}: ${text}`}</List.Item>
        ))}
      </List>
    </section>
  )
}

function costText(effects: number, credits: number | null): string {
  if (!effects) return 'Free: nothing is called.'
  if (credits === null) return 'The cost depends on how many items there are:'
  return credits ? `About ${counted(credits, 'credit')}:` : 'Free, but done for real:'
}
