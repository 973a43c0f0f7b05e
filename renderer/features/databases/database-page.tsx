import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconSettings, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useAddressParameter, useDrawer, useDrawerParameter } from '../../lib/in-address.ts'
import { useAccount } from '../../lib/service/account.ts'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RecordPage } from '../../ui/page/record-page.tsx'
import { type Database, databaseQuery } from './api.ts'
import { ChangesFeed } from './changes/changes-feed.tsx'
import { DatabaseSettings } from './database-settings.tsx'
import classes from './databases.module.css'
import { ExportRows, useExport } from './export-rows.tsx'
import { ImportDrawer } from './import-drawer.tsx'
import { RowBar } from './rows/bar.tsx'
import { RowDrawer } from './rows/drawer.tsx'
import { useRowFilters } from './rows/filters.ts'
import { RowGrid } from './rows/grid.tsx'
import { RowSources } from './rows/sources.tsx'

const BACK = { to: '/databases', label: 'All databases' }

/** The page of a database: its rows and their changes. */
export function DatabasePage() {
  const { id = '' } = useParams()
  const query = useQuery(databaseQuery(useAccount(), id))
  return (
    <RecordPage title="Database" back={BACK} query={query} isRestorable>
      {database => <DatabaseContent key={id} database={database} />}
    </RecordPage>
  )
}

function DatabaseContent({ database }: { database: Database }) {
  const [viewParam, setViewParam] = useAddressParameter('view')
  const view = viewParam === 'changes' ? 'Changes' : 'Rows'
  const [drawer, setDrawer] = useDrawer(['import', 'settings'])
  const [row, setRow] = useDrawerParameter('row')
  const filters = useRowFilters()
  const exportState = useExport(database, filters.wanted)
  const close = () => setDrawer(null)
  const failed = exportState.run.error
  return (
    <Page
      wide
      title={database.name}
      back={BACK}
      heading={
        <Heading
          database={database}
          view={view}
          onView={next => setViewParam(next === 'Rows' ? null : 'changes')}
        />
      }
      action={
        <>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setDrawer('import')}
          >
            Import
          </Button>
          <ExportRows exporting={exportState} wanted={filters.wanted} />
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Database settings"
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
            <RowSources id={database.id} />
            <RowBar database={database} {...filters} />
            <RowGrid
              {...{ database, filters }}
              onOpen={({ id }) => setRow(id)}
              onImport={() => setDrawer('import')}
            />
          </>
        ) : (
          <ChangesFeed database={database} />
        )}
      </div>
      <RowDrawer database={database} id={row} onClose={() => setRow(null)} />
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
    <span className={classes.title} title={name} dir="auto">
      {name}
    </span>
    <span className={classes.count}>{counted(row_count, 'row')}</span>
    <SegmentedControl
      className={classes.views!}
      size="xs"
      aria-label="View"
      data={VIEWS}
      value={view}
      onChange={onView}
    />
  </div>
)
