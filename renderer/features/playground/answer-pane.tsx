import { ActionIcon, Anchor, Group, Table, Text, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from 'react-router'
import { playgroundPath } from '../../lib/playground-path.ts'
import { saveFile } from '../../lib/save-file.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { AnswerViews } from '../../ui/answer/answer-views.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { AnswerFacts } from './answer-facts.tsx'
import { CollectButton } from './collect-button.tsx'
import { formatOfEntry, type HistoryEntry } from './history/entry.ts'
import type { Operation } from './operations.ts'
import classes from './playground.module.css'
import { type CallState, useCallState } from './runs.ts'

/** The answer of a call. */
export function AnswerPane({ operation }: { operation: Operation }) {
  const run = useCallState(operation.id)
  if (run.state === 'idle')
    return <EmptyState>The answer appears here: as a tree, as a table for lists, and as raw text.</EmptyState>
  if (run.state === 'running')
    return (
      <div className={classes.answer}>
        <div className={classes.facts}>{run.phase}</div>
        <div className={classes.notice}>
          {run.event ? <CodeBlock code={run.event} /> : <RowsSkeleton rows={6} />}
        </div>
      </div>
    )
  if (run.state === 'failed')
    return (
      <div className={classes.request}>
        <ErrorNotice error={run.error} />
      </div>
    )
  return <CallAnswer run={run} operation={operation} />
}

function CallAnswer({
  run: { entry, body, error, sent },
  operation,
}: {
  run: Extract<CallState, { state: 'ended' }>
  operation: Operation
}) {
  const { shape } = formatOfEntry(entry)
  return (
    <div className={classes.answer}>
      <AnswerFacts entry={entry} />
      {(error || entry.example) && (
        <div className={classes.notice}>
          {error && <ErrorNotice error={error} />}
          {entry.example && !error && (
            <Text size="sm" c="dimmed">
              Offline example, free: read from a synthetic page. All names in it are fictional, and nothing
              was fetched.
            </Text>
          )}
        </div>
      )}
      {body?.size && shape !== 'closed' ? (
        <AnswerViews
          body={body}
          shape={shape}
          operation={error ? undefined : entry.operation}
          more={{ Headers: <AnswerHeaders entry={entry} /> }}
          aside={
            <>
              {!error && <CollectButton operation={operation} sent={sent} body={body} />}
              <CopyButton text={() => body.text()} what="the whole answer" />
              <SaveAnswer entry={entry} body={body} />
            </>
          }
        />
      ) : (
        <UnviewableAnswer entry={entry} body={body} />
      )}
    </div>
  )
}

/** Says why an answer cannot be shown. */
function UnviewableAnswer({ entry, body }: { entry: HistoryEntry; body: Blob | null }) {
  return (
    <>
      <Group gap={8} px={12}>
        <Text size="sm" c="dimmed">
          {body?.size
            ? 'This answer is a spreadsheet. Save it to open it.'
            : body || entry.bytes === 0
              ? 'Done. This answer has no body.'
              : 'This answer was too large for the history. Send the call again to see it.'}
        </Text>
        {body?.size ? <SaveAnswer entry={entry} body={body} /> : null}
      </Group>
      <AnswerHeaders entry={entry} />
    </>
  )
}

/** Lists the headers of an answer. The link to a trace opens the trace. */
function AnswerHeaders({ entry: { headers } }: { entry: HistoryEntry }) {
  const traceLink = headers.find(([name, value]) => name === 'link' && value.includes('rel="trace"'))
  const id = traceLink?.[1].match(/\/traces\/([^>]+)>/)?.[1]
  return (
    <div style={{ overflow: 'auto', padding: 12 }}>
      <Table fz={13} verticalSpacing={4} aria-label="Headers">
        <Table.Tbody>
          {headers.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td className="mono" w={180}>
                {name}
              </Table.Td>
              <Table.Td className="mono" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {id && (
        <Anchor component={Link} to={playgroundPath('trace-get', { id })} size="sm" mt={8}>
          Open the trace
        </Anchor>
      )}
    </div>
  )
}

/** Saves an answer to a file, unchanged. */
function SaveAnswer({ entry, body }: { entry: HistoryEntry; body: Blob }) {
  const name = `${entry.operation}.${formatOfEntry(entry).ending}`
  return (
    <Tooltip label={`Save as ${name}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Save the answer as ${name}`}
        onClick={() => saveFile(body, name)}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
