import { useRouteError } from 'react-router'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Page } from '../ui/page.tsx'

/** Stands for a page that broke; the others go on. */
export function PageError() {
  const error = useRouteError()
  return (
    <Page title="This page broke">
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </Page>
  )
}
