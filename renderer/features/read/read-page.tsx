import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { useDraft } from '../../lib/drafts.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { withScheme } from '../../lib/web-address.ts'
import { sizeRefusal } from '../../ui/drop-files.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageSkeleton } from '../../ui/page/skeletons.tsx'
import { Answer } from './answer.tsx'
import { MakeParser } from './make-parser.tsx'
import { type Operation, operationIn } from './operation.ts'
import classes from './read.module.css'
import {
  cancelReading,
  changeWanted,
  type Draft,
  type Reading,
  startReading,
  useReading,
  useText,
  type Wanted,
} from './reading.ts'
import { RequestBar } from './request-bar.tsx'
import { Welcome } from './welcome.tsx'

/** Reads any page as text: the one at an address, or a file. */
export function ReadPage() {
  const account = useAccount()
  const operations = useQuery(operationsQuery)
  if (operations.data) {
    const operation = operationIn(operations.data.data)
    return <Reader key={account} account={account} operation={operation} />
  }
  return (
    <Page title="Read">
      {operations.isError ? (
        <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  )
}

const newDraft = (): Draft => ({ url: '', wanted: {} })

function Reader({ account, operation }: { account: string; operation: Operation }) {
  const queries = useQueryClient()
  const reading = useReading(account)
  const text = useText(account, reading)
  const [draft, setDraft] = useDraft('read', newDraft)
  const [file, setFile] = useState(reading?.file ?? null)
  const [refusal, setRefusal] = useState<string | null>(null)

  const start = (page: Pick<Reading, 'url' | 'file'>, wanted: Wanted = draft.wanted) => {
    setRefusal(null)
    setFile(page.file)
    setDraft({ url: page.url, wanted })
    startReading(queries, account, { ...page, wanted })
  }
  const open = (next: File, url = '') => {
    const reason = sizeRefusal(next, operation.limits)
    if (reason) setRefusal(reason)
    else start({ file: next, url })
  }
  const again = (wanted: Wanted) => reading && start(reading, wanted)
  return (
    <Page title="Read" wide action={<MakeParser account={account} reading={reading} text={text} />}>
      <DropArea onFile={open}>
        <RequestBar
          operation={operation}
          draft={draft}
          file={file}
          refusal={refusal}
          error={text.error}
          isReading={text.isLoading}
          onDraft={setDraft}
          onFile={open}
          onRemove={() => setFile(null)}
          onRead={() => start({ file, url: draft.url.trim() && withScheme(draft.url.trim()) })}
          onCancel={() => cancelReading(queries, account)}
        />
        {reading ? (
          <Answer
            account={account}
            reading={reading}
            text={text}
            onWant={wanted => changeWanted(account, wanted)}
            onAgain={again}
          />
        ) : (
          <Welcome credits={operation.filePrice} onOpen={open} />
        )}
      </DropArea>
    </Page>
  )
}

/** Opens a file that is dropped anywhere on the page. */
function DropArea({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropped files can also be opened with the button
    <div
      className={classes.reader}
      data-over={over || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
