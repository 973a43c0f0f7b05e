import { Button, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { SecretOnce } from '../../ui/code/secret-once.tsx'
import { Page } from '../../ui/page/page.tsx'
import type { CollectResult } from './api.ts'

/** Shows the secret of the new webhook, before the database is opened. */
export const DoneNotice = ({ made: { database_id, webhook } }: { made: CollectResult }) => (
  <Page title="Collect" back={{ to: '/databases', label: 'All databases' }}>
    <Stack gap={16} maw={720} align="flex-start">
      <SecretOnce secret={webhook!.secret}>
        Collecting has begun. This secret signs what the webhook is sent; it is shown only once.
      </SecretOnce>
      <Button component={Link} to={`/databases/${database_id}`}>
        Open the database
      </Button>
    </Stack>
  </Page>
)
