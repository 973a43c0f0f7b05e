import { Autocomplete, Button, FileButton, Group, SegmentedControl, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type FormEvent, lazy, Suspense, useMemo, useState } from 'react'
import type { RuleObject } from '../../../../server/parsers/parser-schema.ts'
import { loadCode } from '../../../lib/load-code.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { withScheme } from '../../../lib/web-address.ts'
import { DropArea } from '../../../ui/drop-area.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import classes from '../editor/editor.module.css'
import { PickButton, PickHint } from '../picker/pick-button.tsx'
import { ShownPage } from '../picker/shown-page.tsx'
import { mayBeData } from '../tree/may-be-data.ts'
import { FetchedData } from './fetched-data.tsx'
import { PastePage } from './paste-page.tsx'
import type { PageState } from './use-page.ts'

const ACCEPTED_FILES =
  'text/html,application/xhtml+xml,application/xml,text/xml,application/json,.html,.htm,.xhtml,.xml,.json,.mhtml,.mht,.har,.warc,.wacz,.gz,.zip'

type View = 'page' | 'plain' | 'source' | 'network'

interface PagePaneOptions {
  state: PageState
  addresses: readonly string[]
  /** Adds a field to the schema. */
  onAdd: (name: string, rule: RuleObject) => void
}

/** The open page of the editor, and the inputs that open another page. */
export function PagePane({ state, addresses, onAdd }: PagePaneOptions) {
  const [view, setView] = useState<View>('page')
  const isData = useMemo(() => state.page !== null && mayBeData(state.page.text), [state.page])
  return (
    <DropArea className={classes.column} onFiles={([file]) => file && state.open(file)}>
      <div className={classes.head}>
        <PageAddress state={state} addresses={addresses} />
        <Group gap={4} justify="space-between">
          <Group gap={4} wrap="nowrap">
            <FileButton accept={ACCEPTED_FILES} onChange={file => file && state.open(file)}>
              {props => (
                <Button {...props} size="compact-sm" px={6} fz={13} variant="default">
                  Open file
                </Button>
              )}
            </FileButton>
            <PastePage onPaste={state.paste} />
            {!isData && <PickButton />}
          </Group>
          <SegmentedControl
            size="xs"
            aria-label="View of the page"
            value={view}
            onChange={value => setView(value as typeof view)}
            data={[
              { value: 'page', label: 'Page' },
              { value: 'plain', label: 'Plain' },
              { value: 'source', label: 'Source' },
              { value: 'network', label: 'Fetched' },
            ]}
          />
        </Group>
      </div>
      {isRendered(view) && <PickHint />}
      <PageBody state={state} view={view} onAdd={onAdd} />
    </DropArea>
  )
}

function PageBody({ state, view, onAdd }: Pick<PagePaneOptions, 'state' | 'onAdd'> & { view: View }) {
  const { page, known, error, fetching } = state
  return (
    <>
      {Boolean(error) && (
        <div className={classes.notice}>
          <ErrorNotice error={error} />
        </div>
      )}
      {!known || fetching ? (
        <div className={classes.notice}>
          <Text size="sm" c="dimmed" mb={8}>
            {fetching ? 'Fetching the page…' : ''}
          </Text>
          <RowsSkeleton rows={8} />
        </div>
      ) : page ? (
        <PageView page={page} view={view} onAdd={onAdd} />
      ) : (
        !error && (
          <EmptyState action={<IconFileUpload size={28} aria-hidden color="var(--mantine-color-dimmed)" />}>
            Fetch an address, open a saved page, or drop one here. Fields are read from it while you edit
            them. The page stays on this machine.
          </EmptyState>
        )
      )}
    </>
  )
}

/** The address of the page, with the parser's test addresses as suggestions. */
function PageAddress({ state, addresses }: { state: PageState; addresses: readonly string[] }) {
  const [typedUrl, setTypedUrl] = useState<string>()
  const defaultUrl = state.page && /^https?:/.test(state.page.name) ? state.page.name : (addresses[0] ?? '')
  const url = typedUrl ?? defaultUrl
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.fetching) state.cancel()
    else if (url.trim()) state.fetch(withScheme(url.trim()))
  }
  return (
    <form onSubmit={submit}>
      <Group gap={4} wrap="nowrap">
        <Autocomplete
          size="xs"
          style={{ flex: 1, minWidth: 0 }}
          aria-label="Address of the page"
          placeholder="https://shop.example/product"
          value={url}
          onChange={setTypedUrl}
          data={[...new Set(addresses)]}
        />
        <Button type="submit" size="xs" px={10} variant="default">
          {state.fetching ? 'Cancel' : 'Fetch'}
        </Button>
      </Group>
    </form>
  )
}

const PageSource = lazy(async () => ({
  default: (await loadCode(() => import('./page-source.tsx'))).PageSource,
}))

const DataPage = lazy(async () => ({
  default: (await loadCode(() => import('../tree/data-page.tsx'))).DataPage,
}))

const isRendered = (view: View) => view === 'page' || view === 'plain'

/**
 * Shows a page with its styling or plain, without scripts and network access; data as a tree; its source; or the data that
 * it fetched.
 */
function PageView({ page, view, onAdd }: { page: OpenPage; view: View } & Pick<PagePaneOptions, 'onAdd'>) {
  if (isRendered(view) && mayBeData(page.text))
    return (
      <Suspense fallback={<RowsSkeleton rows={8} />}>
        <DataPage key={page.id} page={page} />
      </Suspense>
    )
  if (isRendered(view)) return <ShownPage key={page.id} page={page} isPlain={view === 'plain'} />
  if (view === 'network') return <FetchedData key={page.id} page={page} onAdd={onAdd} />
  return (
    <div className={classes.view}>
      <Suspense fallback={<RowsSkeleton rows={8} />}>
        <PageSource text={page.text} />
      </Suspense>
    </div>
  )
}
