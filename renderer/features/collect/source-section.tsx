import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CollectDraft } from '../../lib/collect-start.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { OneTarget } from '../../ui/crons/one-target.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { NameSelect } from '../../ui/form/name-select.tsx'
import { choiceOf, type Target as JobTarget, targetOf, useTargetChoices } from '../../ui/jobs/targets.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { AS_PROPOSED } from './draft.ts'
import type { SectionProps } from './parts.ts'
import { linksIn } from './source.ts'

type Target = CollectDraft['target']

/** Resets the choices that do not apply to another source. */
const NO_CHOICES = { sample: undefined, rowsPath: undefined, ...AS_PROPOSED }

/**
 * The choice of the source: a parser over addresses or links, or an API. Requests its values once the choice is complete.
 */
export function SourceSection({
  draft,
  set,
  errorAt,
  onSettled,
}: SectionProps & { onSettled: (draft: CollectDraft) => void }) {
  const operations = useQuery(operationsQuery)
  const collect = operations.data?.data.find(({ id }) => id === 'collect')
  const schema = collect?.input as JsonSchema | undefined
  const { target } = draft
  const change = (next: Target, linksAreRows = false) => {
    const isSame =
      next.id === target.id &&
      targetId(next) === targetId(target) &&
      linksAreRows === (draft.linksAreRows ?? false)
    const changes = { target: next, linksAreRows, ...(!isSame && NO_CHOICES) }
    set(changes)
    if (!isSame) onSettled({ ...draft, ...changes })
  }
  return (
    <Stack gap={16} component="section" aria-label="What" onBlur={() => onSettled(draft)}>
      <Title order={2}>What</Title>
      {operations.isPending && <RowsSkeleton rows={2} />}
      {operations.error && <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />}
      {target.type === 'batch' && (
        <LinksTarget target={target} areRows={draft.linksAreRows ?? false} onChange={change} />
      )}
      {target.type !== 'batch' && schema && (
        <OneTarget
          target={target as never}
          schema={schema.properties!.target!}
          onChange={next => change(next as Target)}
          errorAt={errorAt}
        />
      )}
    </Stack>
  )
}

const requestOf = ({ input }: Target): JobTarget =>
  (input as { target?: JobTarget } | undefined)?.target ?? {}

const targetId = (target: Target) => choiceOf(requestOf(target))

/** The choice to read no linked page: the links themselves are the rows. */
const LINKS_AS_ROWS = 'rows'

/** The links of a page. Each link is read by a parser or an API, or is a row itself. */
function LinksTarget({
  target,
  areRows,
  onChange,
}: {
  target: Target
  areRows: boolean
  onChange: (target: Target, linksAreRows: boolean) => void
}) {
  const { input } = target
  const { data, ...choices } = useTargetChoices(requestOf(target))
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`The links of ${linksIn(target)?.url ?? 'a page'}, read again at each run.`}
      </Text>
      <NameSelect
        label="Each link is read by"
        placeholder="Choose a parser or an API"
        withAsterisk
        {...choices}
        data={[{ value: LINKS_AS_ROWS, label: 'Nothing: the links are the rows' }, ...data]}
        value={areRows ? LINKS_AS_ROWS : targetId(target) || null}
        onChange={value => {
          const isRows = value === LINKS_AS_ROWS
          const request = value && !isRows ? targetOf(value) : {}
          onChange({ ...target, input: { ...(input as object), target: request } }, isRows)
        }}
      />
    </>
  )
}
