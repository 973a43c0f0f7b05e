import {
  type Icon,
  IconBook,
  IconClock,
  IconCoins,
  IconDatabase,
  IconFileText,
  IconFilter,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconLogin,
  IconPlayerPlay,
  IconPlugConnected,
  IconRoute,
  IconServer,
  IconSettings,
  IconSitemap,
  IconStack2,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** A page of the navigation. To add a page, add an entry here. */
export interface NavPage {
  /** The path below `/app`. */
  path: string
  title: string
  icon: Icon
  /** The second key of its shortcut: `o` for `g o`. */
  key: string
  /** The section of the navigation. */
  part: 'work' | 'manage'
  load: () => Promise<{ Component: ComponentType }>
  /** Pages below this one that are not in the navigation, such as `:id`. */
  children?: { path: string; load: NavPage['load'] }[]
}

const playground: NavPage['load'] = async () => ({
  Component: (await import('./features/playground/playground-page.tsx')).PlaygroundPage,
})

const guides: NavPage['load'] = async () => ({
  Component: (await import('./features/guides/guide-page.tsx')).GuidePage,
})

const settings: NavPage['load'] = async () => ({
  Component: (await import('./features/settings/settings-page.tsx')).SettingsPage,
})

export const NAV_PAGES: readonly NavPage[] = [
  {
    path: '/',
    title: 'Overview',
    icon: IconLayoutDashboard,
    key: 'o',
    part: 'work',
    load: async () => ({ Component: (await import('./features/overview/overview-page.tsx')).OverviewPage }),
  },
  {
    path: '/playground',
    title: 'Playground',
    icon: IconPlayerPlay,
    key: 'p',
    part: 'work',
    load: playground,
    children: [{ path: ':operation', load: playground }],
  },
  {
    path: '/read',
    title: 'Read',
    icon: IconFileText,
    key: 'e',
    part: 'work',
    load: async () => ({ Component: (await import('./features/read/read-page.tsx')).ReadPage }),
    children: [
      {
        path: 'sent/:id',
        load: async () => ({ Component: (await import('./features/read/sent/sent-page.tsx')).SentPage }),
      },
    ],
  },
  {
    path: '/parsers',
    title: 'Parsers',
    icon: IconFilter,
    key: 'r',
    part: 'work',
    load: async () => ({ Component: (await import('./features/parsers/list/parsers-page.tsx')).ParsersPage }),
    children: [
      {
        path: ':id',
        load: async () => ({
          Component: (await import('./features/parsers/editor/editor-page.tsx')).EditorPage,
        }),
      },
      {
        path: 'sent/:id',
        load: async () => ({
          Component: (await import('./features/parsers/editor/sent-page.tsx')).SentPageInEditor,
        }),
      },
    ],
  },
  {
    path: '/jobs',
    title: 'Jobs',
    icon: IconListCheck,
    key: 'j',
    part: 'work',
    load: async () => ({ Component: (await import('./features/jobs/jobs-page.tsx')).JobsPage }),
    children: [
      {
        path: ':id',
        load: async () => ({ Component: (await import('./features/jobs/job-page.tsx')).JobPage }),
      },
    ],
  },
  {
    path: '/batches',
    title: 'Batches',
    icon: IconStack2,
    key: 'b',
    part: 'work',
    load: async () => ({ Component: (await import('./features/batches/batches-page.tsx')).BatchesPage }),
    children: [
      {
        path: 'new',
        load: async () => ({
          Component: (await import('./features/batches/new/new-batch-page.tsx')).NewBatchPage,
        }),
      },
      {
        path: ':id',
        load: async () => ({ Component: (await import('./features/batches/batch-page.tsx')).BatchPage }),
      },
    ],
  },
  {
    path: '/databases',
    title: 'Databases',
    icon: IconDatabase,
    key: 'd',
    part: 'work',
    load: async () => ({
      Component: (await import('./features/databases/databases-page.tsx')).DatabasesPage,
    }),
    children: [
      {
        path: 'new',
        load: async () => ({
          Component: (await import('./features/databases/new-database-page.tsx')).NewDatabasePage,
        }),
      },
      {
        path: 'collect',
        load: async () => ({
          Component: (await import('./features/collect/collect-page.tsx')).CollectPage,
        }),
      },
      {
        path: ':id',
        load: async () => ({
          Component: (await import('./features/databases/database-page.tsx')).DatabasePage,
        }),
      },
    ],
  },
  {
    path: '/crons',
    title: 'Crons',
    icon: IconClock,
    key: 't',
    part: 'work',
    load: async () => ({ Component: (await import('./features/crons/crons-page.tsx')).CronsPage }),
    children: [
      {
        path: 'new',
        load: async () => ({ Component: (await import('./features/crons/new-cron-page.tsx')).NewCronPage }),
      },
      {
        path: ':id',
        load: async () => ({ Component: (await import('./features/crons/cron-page.tsx')).CronPage }),
      },
    ],
  },
  {
    path: '/workflows',
    title: 'Workflows',
    icon: IconSitemap,
    key: 'w',
    part: 'work',
    load: async () => ({
      Component: (await import('./features/workflows/workflows-page.tsx')).WorkflowsPage,
    }),
    children: [
      {
        path: ':id',
        load: async () => ({ Component: (await import('./features/workflows/editor-page.tsx')).EditorPage }),
      },
    ],
  },
  {
    path: '/runs',
    title: 'Runs',
    icon: IconRoute,
    key: 'u',
    part: 'work',
    load: async () => ({ Component: (await import('./features/runs/runs-page.tsx')).RunsPage }),
    children: [
      {
        path: ':id',
        load: async () => ({ Component: (await import('./features/runs/run-page.tsx')).RunPage }),
      },
    ],
  },
  {
    path: '/keys',
    title: 'Keys',
    icon: IconKey,
    key: 'k',
    part: 'manage',
    load: async () => ({ Component: (await import('./features/keys/keys-page.tsx')).KeysPage }),
  },
  {
    path: '/sessions',
    title: 'Sessions',
    icon: IconLogin,
    key: 'l',
    part: 'manage',
    load: async () => ({ Component: (await import('./features/sessions/sessions-page.tsx')).SessionsPage }),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    icon: IconWebhook,
    key: 'h',
    part: 'manage',
    load: async () => ({ Component: (await import('./features/webhooks/webhooks-page.tsx')).WebhooksPage }),
    children: [
      {
        path: ':id',
        load: async () => ({ Component: (await import('./features/webhooks/webhook-page.tsx')).WebhookPage }),
      },
    ],
  },
  {
    path: '/credits',
    title: 'Credits',
    icon: IconCoins,
    key: 'c',
    part: 'manage',
    load: async () => ({ Component: (await import('./features/credits/credits-page.tsx')).CreditsPage }),
  },
  {
    path: '/connect',
    title: 'Connect',
    icon: IconPlugConnected,
    key: 'a',
    part: 'manage',
    load: async () => ({ Component: (await import('./features/connect/connect-page.tsx')).ConnectPage }),
    children: [
      {
        path: 'browser',
        load: async () => ({
          Component: (await import('./features/connect/browser/browser-page.tsx')).BrowserPage,
        }),
      },
      {
        path: 'receive',
        load: async () => ({
          Component: (await import('./features/connect/browser/receive-page.tsx')).ReceivePage,
        }),
      },
    ],
  },
  {
    path: '/workers',
    title: 'Workers',
    icon: IconServer,
    key: 'm',
    part: 'manage',
    load: async () => ({ Component: (await import('./features/workers/workers-page.tsx')).WorkersPage }),
  },
  {
    path: '/guides',
    title: 'Guides',
    icon: IconBook,
    key: 'g',
    part: 'manage',
    load: guides,
    children: [{ path: ':name', load: guides }],
  },
  {
    path: '/settings',
    title: 'Settings',
    icon: IconSettings,
    key: 's',
    part: 'manage',
    load: settings,
    children: [{ path: ':part', load: settings }],
  },
]
