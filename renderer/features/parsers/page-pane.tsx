import { Button, FileButton, Group, SegmentedControl, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import classes from './editor.module.css'
import { PageAddress } from './page-address.tsx'
import { PageView } from './page-view.tsx'
import { PastePage } from './paste-page.tsx'
import { PickButton, PickHint } from './picker/pick-button.tsx'
import type { PageInHand } from './use-page.ts'

const TEXTS =
  'text/html,application/xhtml+xml,application/xml,text/xml,application/json,.html,.htm,.xhtml,.xml,.json'

/** The page that the parser is written against, and the ways to another one. */
export function PagePane({ hand, addresses }: { hand: PageInHand; addresses: readonly string[] }) {
  const [view, setView] = useState<'page' | 'source'>('page')
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void hand.open(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be opened with the button, too
    <div
      className={classes.column}
      data-over={over || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={classes.head}>
        <PageAddress hand={hand} addresses={addresses} />
        <Group gap={4} justify="space-between">
          <Group gap={4} wrap="nowrap">
            <FileButton accept={TEXTS} onChange={file => void (file && hand.open(file))}>
              {props => (
                <Button {...props} size="compact-sm" px={6} fz={13} variant="default">
                  Open file
                </Button>
              )}
            </FileButton>
            <PastePage onPaste={hand.paste} />
            <PickButton />
          </Group>
          <SegmentedControl
            size="xs"
            aria-label="View of the page"
            value={view}
            onChange={value => setView(value as typeof view)}
            data={[
              { value: 'page', label: 'Page' },
              { value: 'source', label: 'Source' },
            ]}
          />
        </Group>
      </div>
      {view === 'page' && <PickHint />}
      <PageBody hand={hand} view={view} />
    </div>
  )
}

function PageBody({ hand, view }: { hand: PageInHand; view: 'page' | 'source' }) {
  const { page, known, error, fetching } = hand
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
        <PageView page={page} view={view} />
      ) : (
        !error && (
          <EmptyState action={<IconFileUpload size={28} aria-hidden color="var(--mantine-color-dimmed)" />}>
            Fetch an address, open a saved page or drop one here: the fields are read from it while you write
            them. It stays on this machine.
          </EmptyState>
        )
      )}
    </>
  )
}
