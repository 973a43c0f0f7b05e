import { Anchor, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { createBrowserRouter, Link, useRouteError } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadCode } from './lib/load-code.ts'
import { queryClient } from './lib/service/query-client.ts'
import { NAV_PAGES } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { contrast, theme } from './theme.ts'
import { EmptyState } from './ui/page/empty-state.tsx'
import { ErrorNotice } from './ui/page/error-notice.tsx'
import { Page } from './ui/page/page.tsx'
import { PageSkeleton } from './ui/page/skeletons.tsx'

/** The address that the window is navigating to. */
function wantedAddress(): string {
  const { location: wanted } = router.state.navigation
  return wanted ? new URL(router.createHref(wanted), location.href).href : location.href
}

const pages = NAV_PAGES.flatMap(({ path, load, children = [] }) => [
  { path, lazy: () => loadCode(load, wantedAddress) },
  ...children.map(child => ({
    path: `${path}/${child.path}`,
    lazy: () => loadCode(child.load, wantedAddress),
  })),
])

/** Shown in place of a page that failed to render. Other pages still work. */
function PageError() {
  const error = useRouteError()
  return (
    <Page title="This page failed">
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </Page>
  )
}

/** The page for unknown addresses. */
const UnknownPage = () => (
  <Page title="Page not found">
    <EmptyState
      action={
        <Anchor component={Link} to="/">
          Go to the overview
        </Anchor>
      }
    >
      There is no page at this address.
    </EmptyState>
  </Page>
)

const router = createBrowserRouter(
  [
    {
      Component: Shell,
      // Without it, an error in the frame around the pages would leave the window empty.
      ErrorBoundary: PageError,
      children: [
        {
          ErrorBoundary: PageError,
          HydrateFallback: PageSkeleton,
          children: [...pages, { path: '*', Component: UnknownPage }],
        },
      ],
    },
  ],
  { basename: '/app' },
)

const Notifications = lazy(async () => ({
  default: (await loadCode(() => import('@mantine/notifications'))).Notifications,
}))

/** The whole app: theme, query cache, pages. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={contrast} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Notifications position="bottom-right" />
        </Suspense>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
