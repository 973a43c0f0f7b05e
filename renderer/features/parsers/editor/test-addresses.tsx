import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { errorBodyOf } from '../../../lib/service/call-error.ts'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import type { DrawerContent } from './drawer-content.ts'
import { type AddressTest, useTestAll } from './use-test-all.ts'

/** The addresses that the draft is tested on, one after another. */
export function TestAddresses({ parser, editing, address }: DrawerContent) {
  const { draft, change } = editing
  const { test_urls } = draft
  const { results, running, start, stop } = useTestAll(draft, parser?.id ?? null)
  const isNew = address && /^https?:/.test(address) && !test_urls.includes(address)
  const add = (url: string) => change({ test_urls: [...new Set([...test_urls, url])] })
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        A test fetches each page and reads it with the current fields. Tests are free.
      </Text>
      <AddAddress onAdd={add} />
      {isNew && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => add(address)}
        >
          Add the open page
        </Button>
      )}
      {test_urls.length === 0 && <EmptyState>Save a few addresses here to test them all at once.</EmptyState>}
      <Stack gap={8}>
        {test_urls.map(url => (
          <Group key={url} wrap="nowrap" justify="space-between" align="start">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
                {url}
              </Text>
              <TestOutcome test={results[url]} />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove ${url}`}
              onClick={() => change({ test_urls: test_urls.filter(other => other !== url) })}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      {test_urls.length > 0 && (
        <Button style={{ alignSelf: 'start' }} onClick={running ? stop : () => start(test_urls)}>
          {running ? 'Cancel' : 'Test all'}
        </Button>
      )}
    </Stack>
  )
}

function AddAddress({ onAdd }: { onAdd: (url: string) => void }) {
  const [address, setAddress] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!address.trim()) return
    onAdd(address.trim())
    setAddress('')
  }
  return (
    <form onSubmit={submit}>
      <Group gap={8} wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          type="url"
          aria-label="Another address"
          placeholder="https://shop.example/product"
          value={address}
          onChange={event => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Add
        </Button>
      </Group>
    </form>
  )
}

function TestOutcome({ test }: { test: AddressTest | undefined }) {
  if (!test) return null
  if (test === 'running') return <StateDot state="busy">Fetching and reading</StateDot>
  if ('error' in test) {
    const { error, hint } = errorBodyOf(test.error)
    return <StateDot state="bad">{[error, hint].filter(Boolean).join(' ')}</StateDot>
  }
  const { problems, nulls } = test.trial
  if (problems.length) return <StateDot state="bad">{problems[0]!.error}</StateDot>
  return nulls.length ? (
    <StateDot state="warn">{`${counted(nulls.length, 'null')}, first ${nulls[0]!.field}: ${nulls[0]!.reason}`}</StateDot>
  ) : (
    <StateDot state="good">Every field has a value</StateDot>
  )
}
