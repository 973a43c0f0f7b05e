import { Group, NativeSelect, Text } from '@mantine/core'
import type { Route } from '../../lib/request.ts'
import { changeDraft, type Draft } from './drafts.ts'
import { methodOf, type Operation, priceOf } from './operations.ts'
import classes from './playground.module.css'

/** What is called: verb, path, price; what it is for. */
export function RequestHead({ operation, draft }: { operation: Operation; draft: Draft }) {
  const { id, methods, path, credits, summary } = operation
  const method = methodOf(operation, draft)
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
      </Group>
      <Text size="sm" c="dimmed" mt={8} mb={12}>
        {summary} {priceText(credits)}
      </Text>
    </>
  )
}

const priceText = (credits: number) => (credits ? `Costs ${priceOf(credits)}.` : 'Free.')
