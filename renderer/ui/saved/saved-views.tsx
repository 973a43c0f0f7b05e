import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/service/account.ts'
import { ErrorNotice } from '../page/error-notice.tsx'
import { RowsSkeleton } from '../page/skeletons.tsx'
import { type SavedRequest, savedRequestsQuery, useSavedRequests } from './saved-requests.ts'

type Input = Record<string, unknown>

interface ViewsOptions {
  /** The operation that lists the rows. */
  operation: string
  /** The input that says whose rows are listed, such as the id of a database. */
  of?: Input
  /** Whether views of other records are offered as well, such as the failed deliveries of another webhook. */
  isShared?: boolean
  /** The current filters and order, and a function that replaces them. */
  filters: { wanted: object; replace: (wanted: object) => void }
}

/**
 * The saved views of a list: named sets of filters and order. A view is a saved request of the operation that lists the
 * rows.
 */
export function SavedViews(options: ViewsOptions) {
  const [opened, setOpened] = useState(false)
  const requests = useQuery(savedRequestsQuery(useAccount()))
  const views = viewsAmong(requests.data ?? [], options)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      withinPortal
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {views.length ? `Views (${views.length})` : 'Views'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views" miw={280}>
        <Stack gap={8}>
          {requests.isPending && <RowsSkeleton rows={1} />}
          {requests.error && <ErrorNotice error={requests.error} onRetry={() => void requests.refetch()} />}
          {requests.data && views.length === 0 && (
            <Text size="sm" c="dimmed">
              No views yet. Filter and sort, then save that under a name.
            </Text>
          )}
          {views.map(view => (
            <View
              key={view.id}
              view={view}
              onOpen={() => {
                setOpened(false)
                options.filters.replace(withoutFields(view.input as Input, options.of))
              }}
            />
          ))}
          <SaveView {...options} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function viewsAmong(
  requests: readonly SavedRequest[],
  { operation, of = {}, isShared = false }: ViewsOptions,
): SavedRequest[] {
  const common = Object.entries(of)
  return requests.filter(
    request =>
      request.operation === operation &&
      (isShared || common.every(([name, value]) => (request.input as Input)[name] === value)),
  )
}

const withoutFields = (input: Input, of: Input = {}): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(of, name)))

function View({ view: { id, name }, onOpen }: { view: SavedRequest; onOpen: () => void }) {
  const { remove } = useSavedRequests()
  return (
    <Group gap={4} wrap="nowrap">
      <Button flex={1} justify="flex-start" size="compact-sm" variant="subtle" onClick={onOpen}>
        {name}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Delete the view ${name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate(id)}
      >
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

function SaveView({ operation, of, filters: { wanted } }: ViewsOptions) {
  const [name, setName] = useState('')
  const { create } = useSavedRequests()
  const save = () =>
    create.mutate({ name, operation, input: { ...of, ...wanted } }, { onSuccess: () => setName('') })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (name.trim()) save()
      }}
    >
      <Group gap={8} wrap="nowrap">
        <TextInput
          flex={1}
          size="xs"
          aria-label="Name of the view"
          placeholder="Save this view as…"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" loading={create.isPending}>
          Save
        </Button>
      </Group>
      {create.error && <ErrorNotice error={create.error} />}
    </form>
  )
}
