import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { counted } from '../../../ui/counted.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import type { FrameTree } from './frame-tree.ts'
import { type LearnedList, learnedListQuery, listPreviewQuery } from './learn-list.ts'
import { type FieldChanges, ListFields, listRule } from './list-fields.tsx'
import { scoreText } from './offer-list.tsx'
import { describeRule } from './offers.ts'
import classes from './picker.module.css'

interface ListFormOptions {
  page: OpenPage
  tree: FrameTree
  chosen: readonly number[]
  excluded: readonly number[]
  /** The field whose rule is replaced; undefined for a new field. */
  name: string | undefined
  freeName: (name: string) => string
  onMatches: (nodes: readonly number[]) => void
  onAdd: (name: string, rule: Json) => void
}

/** The form of the list that contains the chosen elements, with the fields of its items. */
export function ListForm({ page, tree, chosen, excluded, ...form }: ListFormOptions) {
  const learned = useQuery(learnedListQuery(page, tree, { chosen, excluded }))
  if (learned.error) return <ErrorNotice error={learned.error} />
  if (!learned.data) return <RowsSkeleton rows={4} />
  const { rule, problem } = learned.data
  return (
    <>
      {problem && <Text size="sm">{`No list found: ${problem}.`}</Text>}
      {rule && <ListEditor page={page} learned={learned.data} rule={rule} {...form} />}
    </>
  )
}

interface ListEditorOptions
  extends Pick<ListFormOptions, 'page' | 'name' | 'freeName' | 'onMatches' | 'onAdd'> {
  learned: LearnedList
  rule: JsonObject
}

function disabledReason(name: string, count: number | undefined): string | null {
  if (!name.trim()) return 'Enter a name first.'
  if (count === undefined) return 'Its items are still being read.'
  return count ? null : 'The rule finds no items.'
}

function ListEditor({
  page,
  learned,
  rule,
  name: existingName,
  freeName,
  onMatches,
  onAdd,
}: ListEditorOptions) {
  const [name, setName] = useState(existingName ?? 'items')
  const [changes, setChanges] = useState<FieldChanges>({})
  const { fields, score, reasons } = learned
  const editedRule = useMemo(() => listRule(rule, fields, changes), [rule, fields, changes])
  const preview = useQuery(listPreviewQuery(page, editedRule))
  const nodes = preview.data?.nodes
  useEffect(() => onMatches(nodes ?? []), [nodes, onMatches])
  const count = preview.data?.items.length
  const countText = count === undefined ? 'Reading…' : counted(count, 'item')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onAdd(freeName(name.trim()), editedRule)
  }
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      <div className={classes.line}>
        <TextInput
          className={classes.grow!}
          size="xs"
          label="Name of the list"
          value={name}
          disabled={existingName !== undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Text size="sm" className="tabular" aria-live="polite" pb={5}>
          {preview.data?.problem ?? countText}
        </Text>
      </div>
      {preview.error && <ErrorNotice error={preview.error} />}
      <Text size="xs" c="dimmed">
        <span className="mono">{describeRule(rule)}</span>
        {` · reliability ${[scoreText(score), ...reasons.slice(1)].join(' · ')}`}
      </Text>
      <ListFields fields={fields} changes={changes} preview={preview.data} onChange={setChanges} />
      <div className={classes.end}>
        <ExplainedButton type="submit" size="compact-sm" reason={disabledReason(name, count)}>
          {existingName === undefined ? 'Add list' : `Use for ${existingName}`}
        </ExplainedButton>
      </div>
    </form>
  )
}
