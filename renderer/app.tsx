import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './lib/query-client.ts'
import { PLACES } from './routes.tsx'
import { PageError } from './shell/page-error.tsx'
import { Shell } from './shell/shell.tsx'
import { UnknownPage } from './shell/unknown-page.tsx'
import { contrast, theme } from './theme.ts'
import { PageSkeleton } from './ui/skeletons.tsx'

const pages = PLACES.flatMap(({ path, load, children = [] }) => [
  { path, lazy: load },
  ...children.map(child => ({ path: `${path}/${child.path}`, lazy: child.load })),
])

const router = createBrowserRouter(
  [
    {
      Component: Shell,
      HydrateFallback: PageSkeleton,
      children: [
        {
          ErrorBoundary: PageError,
          children: [...pages, { path: '*', Component: UnknownPage }],
        },
      ],
    },
  ],
  { basename: '/app' },
)

/** The whole app: looks, shared answers, pages. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={contrast} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
