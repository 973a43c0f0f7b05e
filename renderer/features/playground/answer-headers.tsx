import { Anchor, Table } from '@mantine/core'
import { Link } from 'react-router'
import { placeOf } from '../../lib/playground-place.ts'
import type { Entry } from './history/entry.ts'

/** Every header of an answer; the link to a trace opens it. */
export function AnswerHeaders({ entry: { headers } }: { entry: Entry }) {
  const traced = headers.find(([name, value]) => name === 'link' && value.includes('rel="trace"'))
  const id = traced?.[1].match(/\/traces\/([^>]+)>/)?.[1]
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
        <Anchor component={Link} to={placeOf('trace-get', { id })} size="sm" mt={8}>
          Open the trace
        </Anchor>
      )}
    </div>
  )
}
