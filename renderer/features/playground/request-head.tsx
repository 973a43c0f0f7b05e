import { Button, Checkbox, Group, NativeSelect, Text, Tooltip } from '@mantine/core'
import type { Route } from '../../lib/request.ts'
import { changeDraft, type Draft } from './drafts.ts'
import { type Operation, priceOf } from './operations.ts'
import classes from './playground.module.css'

/** What is called: verb, path, price; what it is for. */
export function RequestHead({
  operation,
  draft,
  onDocs,
}: {
  operation: Operation
  draft: Draft
  onDocs: () => void
}) {
  const { id, methods, path, credits, summary } = operation
  const method = draft.method ?? methods[0]!
  return (
    <>
      <Group gap={8} wrap="nowrap" align="center">
        {methods.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label="Verb"
            data={methods}
            value={method}
            onChange={({ currentTarget }) =>
              changeDraft(id, { method: currentTarget.value as Route['method'] })
            }
          />
        ) : (
          <Text size="sm" fw={600}>
            {method}
          </Text>
        )}
        <Text className={`mono ${classes.path}`} flex={1}>
          {path}
        </Text>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {priceOf(credits)}
        </Text>
      </Group>
      <Group gap={8} mt={8} mb={16} wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed" flex={1}>
          {summary}
        </Text>
        <Tooltip label="Keep what explains the answer for an hour: requests made, rules that matched">
          <Checkbox
            size="xs"
            label="Trace"
            checked={draft.debug}
            onChange={({ currentTarget }) => changeDraft(id, { debug: currentTarget.checked })}
          />
        </Tooltip>
        <Button size="compact-xs" variant="default" onClick={onDocs}>
          Docs
        </Button>
      </Group>
    </>
  )
}
