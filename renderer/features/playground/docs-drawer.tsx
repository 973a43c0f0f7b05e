import { Drawer, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { docsQuery } from '../../lib/operation-docs.ts'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Marked } from '../../ui/marked.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import type { Operation } from './operations.ts'

/** The docs of an operation's answer: its fields, an example, its errors. */
export function DocsDrawer({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} title={operation.id} size="lg">
      <Stack gap={16}>
        <Text>{operation.summary}</Text>
        <Docs id={operation.id} />
      </Stack>
    </Drawer>
  )
}

function Docs({ id }: { id: string }) {
  const docs = useQuery(docsQuery(id))
  if (docs.isPending) return <RowsSkeleton />
  if (docs.isError) return <ErrorNotice error={docs.error} onRetry={() => void docs.refetch()} />
  const { description, fields, errors } = docs.data
  const example = docs.data.example.output
  return (
    <>
      {description && <Marked>{description}</Marked>}
      {example !== null && (
        <>
          <Title order={2}>Example</Title>
          <CodeBlock
            code={typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
            what="the example"
          />
        </>
      )}
      {fields.length > 0 && (
        <>
          <Title order={2}>Fields of the answer</Title>
          <Rows
            head={['Field', 'Type', 'Meaning']}
            rows={fields.map(field => [field.path, field.type, field.description])}
          />
        </>
      )}
      <Title order={2}>Errors, all free</Title>
      <Rows
        head={['Status', 'Meaning']}
        rows={errors.map(({ status, meaning }) => [String(status), meaning])}
      />
    </>
  )
}

/** Renders the path of a field so that lines break only after its dots, never within a name. */
const breakablePath = (path: string) =>
  path.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ))

const Rows = ({ head, rows }: { head: string[]; rows: string[][] }) => (
  <Table fz={13} verticalSpacing={4}>
    <Table.Thead>
      <Table.Tr>
        {head.map(name => (
          <Table.Th key={name}>{name}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(row => (
        <Table.Tr key={row[0]}>
          {row.map((text, index) => (
            <Table.Td
              key={head[index]}
              className={index ? '' : 'mono'}
              style={{ overflowWrap: index ? 'anywhere' : 'break-word' }}
            >
              {index ? <Marked>{text}</Marked> : breakablePath(text)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
