import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { CallForm } from '../../ui/form/call-form.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type DatabaseBody, useDatabaseActions } from './api.ts'
import { DatabaseForm } from './database-form.tsx'
import { bodyOf, type DatabaseDraft } from './draft.ts'

const COLUMN_SOURCES = [
  { value: 'parser', label: 'From a parser' },
  { value: 'hand', label: 'By hand' },
]

/** The state of the form: where the columns come from, and the other fields. */
interface NewDatabaseDraft {
  way: string
  draft: DatabaseDraft
}

/** Creates a database with the columns of a parser, or with columns entered by hand. `?parser=` preselects a parser. */
export function NewDatabasePage() {
  const [params] = useSearchParams()
  const from = params.get('parser')
  const [{ way, draft }, setForm, endDraft] = useDraft<NewDatabaseDraft>(
    `database new ${from ?? ''}`,
    () => ({
      way: 'parser',
      draft: from ? { from_parser: from } : {},
    }),
  )
  const { create } = useDatabaseActions()
  const navigate = useNavigate()
  const byHand = way === 'hand'
  return (
    <Page title="New database" back={{ to: '/databases', label: 'All databases' }}>
      <CallForm
        values={draft}
        error={create.error}
        onSubmit={() => {
          create.mutate(bodyOf(draft, byHand) as DatabaseBody, {
            onSuccess({ id }) {
              endDraft()
              void navigate(`/databases/${id}`)
            },
          })
        }}
      >
        {error => (
          <Stack gap={16} maw={720}>
            <SegmentedControl
              aria-label="Source of the columns"
              data={COLUMN_SOURCES}
              value={way}
              onChange={way => setForm({ way, draft })}
              style={{ alignSelf: 'flex-start' }}
            />
            <DatabaseForm
              autoFocus
              draft={draft}
              onChange={draft => setForm({ way, draft })}
              error={error}
              byHand={byHand}
            />
            {error && <ErrorNotice error={error} />}
            <Group gap={8}>
              <Button type="submit" loading={create.isPending}>
                Create database
              </Button>
              <Button component={Link} to="/databases" variant="default" onClick={endDraft}>
                Cancel
              </Button>
            </Group>
          </Stack>
        )}
      </CallForm>
    </Page>
  )
}
