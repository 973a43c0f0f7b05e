import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type DatabaseBody, useDatabaseActions } from './api.ts'
import { DatabaseForm } from './database-form.tsx'
import { bodyOf, type DatabaseDraft } from './draft.ts'

const WAYS = [
  { value: 'parser', label: 'From a parser' },
  { value: 'hand', label: 'By hand' },
]

/** Creates a database with the columns of a parser, or with columns entered by hand. `?parser=` preselects one. */
export function NewDatabasePage() {
  const [params] = useSearchParams()
  const from = params.get('parser')
  const [way, setWay] = useState('parser')
  const [draft, setDraft] = useState<DatabaseDraft>(from ? { from_parser: from } : {})
  const { create } = useDatabaseActions()
  const navigate = useNavigate()
  const byHand = way === 'hand'
  return (
    <Page title="New database" back={{ to: '/databases', label: 'All databases' }}>
      <form
        onSubmit={event => {
          event.preventDefault()
          create.mutate(bodyOf(draft, byHand) as DatabaseBody, {
            onSuccess: ({ id }) => void navigate(`/databases/${id}`),
          })
        }}
      >
        <Stack gap={16} maw={720}>
          <SegmentedControl
            aria-label="Source of the columns"
            data={WAYS}
            value={way}
            onChange={setWay}
            style={{ alignSelf: 'flex-start' }}
          />
          <DatabaseForm draft={draft} onChange={setDraft} error={create.error} byHand={byHand} />
          {create.error && <ErrorNotice error={create.error} />}
          <Group gap={8}>
            <Button type="submit" loading={create.isPending}>
              Create database
            </Button>
            <Button component={Link} to="/databases" variant="default">
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  )
}
