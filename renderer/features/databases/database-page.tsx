import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconArrowLeft, IconSettings, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { type Database, databaseQuery, type Row } from './api.ts'
import { ChangesFeed } from './changes-feed.tsx'
import { DatabaseSettings } from './database-settings.tsx'
import classes from './databases.module.css'
import { ExportMenu, useExport } from './export-menu.tsx'
import { ImportDrawer } from './import-drawer.tsx'
import { RowBar } from './row-bar.tsx'
import { RowDrawer } from './row-drawer.tsx'
import { RowGrid } from './row-grid.tsx'
import { useWanted } from './wanted.ts'

/** One database: its rows, and what happened to them. */
export function DatabasePage() {
  const { id = '' } = useParams()
  const database = useQuery(databaseQuery(useAccount(), id))
  if (database.data) return <Opened key={id} database={database.data} />
  return (
    <Page title="Database">
      {database.isPending ? (
        <RowsSkeleton rows={8} />
      ) : (
        <ErrorNotice error={database.error} onRetry={() => void database.refetch()} />
      )}
    </Page>
  )
}

function Opened({ database }: { database: Database }) {
  const [view, setView] = useState('Rows')
  const [drawer, setDrawer] = useState<'import' | 'settings' | null>(null)
  const [row, setRow] = useState<Row | null>(null)
  const inHand = useWanted()
  const exporting = useExport(database, inHand.wanted)
  const close = () => setDrawer(null)
  const failed = exporting.run.error
  return (
    <Page
      wide
      title={database.name}
      heading={<Heading database={database} view={view} onView={setView} />}
      action={
        <>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setDrawer('import')}
          >
            Import
          </Button>
          <ExportMenu exporting={exporting} wanted={inHand.wanted} />
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Settings of the database"
            title="Settings"
            onClick={() => setDrawer('settings')}
          >
            <IconSettings size={18} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <div className={classes.page}>
        {failed && failed.name !== 'AbortError' && (
          <div className={classes.notice}>
            <ErrorNotice error={failed} />
          </div>
        )}
        {view === 'Rows' ? (
          <>
            <RowBar {...inHand} />
            <RowGrid {...{ database, inHand }} onOpen={setRow} onImport={() => setDrawer('import')} />
          </>
        ) : (
          <ChangesFeed database={database} />
        )}
      </div>
      <RowDrawer database={database} row={row} onClose={() => setRow(null)} />
      <ImportDrawer database={database} opened={drawer === 'import'} onClose={close} />
      <DatabaseSettings database={database} opened={drawer === 'settings'} onClose={close} />
    </Page>
  )
}

const VIEWS = ['Rows', 'Changes']

const Heading = ({
  database: { name, row_count },
  view,
  onView,
}: {
  database: Database
  view: string
  onView: (view: string) => void
}) => (
  <div className={classes.heading}>
    <ActionIcon
      component={Link}
      to="/databases"
      variant="subtle"
      color="gray"
      aria-label="All databases"
      title="All databases"
    >
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
    <span className={classes.title}>{name}</span>
    <span className={classes.count}>{counted(row_count, 'row')}</span>
    <SegmentedControl size="xs" aria-label="View" data={VIEWS} value={view} onChange={onView} />
  </div>
)
