import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import type { Json } from '../../../server/parsers/parser-schema.ts'
import { useAccount } from '../../lib/account.ts'
import type { OutputOf } from '../../lib/client.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { keepDraft, newDraft } from './draft.ts'
import lists from './lists.module.css'
import { formatSchema } from './schema-text.ts'

/** A schema that was carried over, what was not, and the way into the editor. */
export function ImportedSchema({ imported }: { imported: OutputOf<'parser-import'> }) {
  const account = useAccount()
  const navigate = useNavigate()
  const { format, losses } = imported
  const schema = formatSchema(imported.schema as unknown as Json)
  const open = () => {
    keepDraft(account, 'import', { ...newDraft(), schema })
    void navigate('/parsers/import')
  }
  const said =
    losses.length === 0
      ? 'all of it was carried over'
      : `${losses.length} ${losses.length === 1 ? 'part was' : 'parts were'} not carried over`
  return (
    <>
      <Group justify="space-between" wrap="nowrap" role="status">
        <Text size="sm">{`Read as ${format}: ${said}.`}</Text>
        <Button onClick={open}>Open in the editor</Button>
      </Group>
      {losses.length > 0 && (
        <section aria-label="Not carried over">
          <dl className={lists.reasons} style={{ padding: 0 }}>
            {losses.map(({ at, reason }) => (
              <div key={`${at} ${reason}`}>
                <dt className="mono">{at}</dt>
                <dd>{reason}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <CodeBlock code={schema} what="the schema" />
    </>
  )
}
