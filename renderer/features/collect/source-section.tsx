import { Select, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CollectDraft } from '../../lib/collect-start.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { OneTarget } from '../../ui/crons/one-target.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { choiceOf, targetOf, useTargetChoices } from '../../ui/jobs/targets.ts'
import type { SectionProps } from './parts.ts'

type Target = CollectDraft['target']

/** What is chosen for one source means nothing for another. */
const FRESH = { sample: undefined, rowsPath: undefined, columns: undefined, keys: undefined, paths: {} }

/** What is run: a parser over addresses or links, or an API. Its values are asked for once it is settled. */
export function SourceSection({
  draft,
  set,
  errorAt,
  onSettled,
}: SectionProps & { onSettled: (draft: CollectDraft) => void }) {
  const { data } = useQuery(operationsQuery)
  const schema = data?.data.find(({ id }) => id === 'collect')?.input as JsonSchema | undefined
  const { target } = draft
  const change = (next: Target) => {
    const isSame = next.id === target.id && targetId(next) === targetId(target)
    const changes = { target: next, ...(!isSame && FRESH) }
    set(changes)
    if (!isSame) onSettled({ ...draft, ...changes })
  }
  return (
    <Stack gap={16} component="section" aria-label="What" onBlur={() => onSettled(draft)}>
      <Title order={2}>What</Title>
      {target.type === 'batch' ? (
        <LinksTarget target={target} onChange={change} />
      ) : (
        schema && (
          <OneTarget
            target={target as never}
            schema={schema.properties!.target!}
            onChange={next => change(next as Target)}
            errorAt={errorAt}
          />
        )
      )}
    </Stack>
  )
}

interface LinksInput {
  target?: { parser_id?: string; api_id?: string }
  items_from?: { links?: { url: string; links_matching?: string } }
}

const targetId = ({ input }: Target) => choiceOf((input as LinksInput | undefined)?.target ?? {})

/** Links of a page, each of which a parser or an API reads. */
function LinksTarget({ target, onChange }: { target: Target; onChange: (target: Target) => void }) {
  const input = target.input as LinksInput
  const links = input.items_from?.links
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`The links of ${links?.url ?? 'a page'}, read anew at each run.`}
      </Text>
      <Select
        label="Each link is read by"
        placeholder="Choose a parser or an API"
        withAsterisk
        data={useTargetChoices()}
        value={targetId(target) || null}
        onChange={value => onChange({ ...target, input: { ...input, target: value ? targetOf(value) : {} } })}
        searchable
        nothingFoundMessage="No matches"
      />
    </>
  )
}
