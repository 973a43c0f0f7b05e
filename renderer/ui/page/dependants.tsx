import { Text } from '@mantine/core'
import type { RecordKind } from '../../lib/service/record-names.ts'
import { useRecordName } from '../form/use-name-search.ts'
import { TextLink } from '../lists/links.tsx'
import { cutId } from '../shown-id.tsx'

/** The path of the pages of records, and the kind whose names are loaded, by the prefix of their ids. */
const RECORD_PAGES: Record<string, { path: string; kind?: RecordKind }> = {
  prs: { path: 'parsers', kind: 'parser' },
  db: { path: 'databases', kind: 'database' },
  crn: { path: 'crons', kind: 'cron' },
  wf: { path: 'workflows', kind: 'workflow' },
  bat: { path: 'batches', kind: 'batch' },
  job: { path: 'jobs' },
  run: { path: 'runs' },
}

const recordPageOf = (id: string) => RECORD_PAGES[id.slice(0, id.indexOf('_'))]

/** Lists the records that depend on another record, by name and with a link to each. */
export const Dependants = ({ ids }: { ids: readonly string[] }) => (
  <Text component="ul" size="sm" my={4} pl={20}>
    {ids.map(id => {
      const page = recordPageOf(id)
      return (
        <li key={id}>
          {page ? (
            <TextLink to={`/${page.path}/${id}`}>
              {page.kind ? <RecordNamed id={id} kind={page.kind} /> : cutId(id)}
            </TextLink>
          ) : (
            cutId(id)
          )}
        </li>
      )
    })}
  </Text>
)

const RecordNamed = ({ id, kind }: { id: string; kind: RecordKind }) =>
  useRecordName(kind, id).record?.name ?? cutId(id)
