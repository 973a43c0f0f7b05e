import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export const UnknownPage = () => (
  <Page title="No such page">
    <EmptyState
      action={
        <Anchor component={Link} to="/">
          Go to the overview
        </Anchor>
      }
    >
      There is nothing at this address.
    </EmptyState>
  </Page>
)
