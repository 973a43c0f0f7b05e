import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { counted } from '../../../ui/counted.ts'
import { numberText } from '../../../ui/number-text.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { type ElementSelection, pickedQuery, previewQuery } from './api.ts'
import { OfferList } from './offer-list.tsx'
import { editsOf, type FieldEdits, offersOf, type PickSuggestions, ruleOf } from './offers.ts'
import classes from './picker.module.css'
import type { Preview } from './preview.ts'
import { TypeOptions } from './type-select.tsx'

interface FieldFormOptions {
  page: OpenPage
  question: ElementSelection
  /** The field whose rule is replaced; undefined for a new field. */
  name: string | undefined
  /** The initial edits of its rule. */
  start?: Partial<FieldEdits>
  /** An unused name similar to this one. */
  freeName: (name: string) => string
  onMatches: (nodes: readonly number[]) => void
  onAdd: (name: string, rule: Json) => void
}

/** The form of a field for the chosen elements: its name, its rule, its values. */
export function FieldForm({ page, question, ...form }: FieldFormOptions) {
  const picked = useQuery(pickedQuery(page, question))
  if (picked.error) return <ErrorNotice error={picked.error} />
  if (!picked.data) return <RowsSkeleton rows={3} />
  return <FieldEditor page={page} question={question} picked={picked.data} {...form} />
}

function FieldEditor({
  page,
  question,
  picked,
  name: existingName,
  start = {},
  freeName,
  onMatches,
  onAdd,
}: FieldFormOptions & { picked: PickSuggestions }) {
  const isMultiple = question.chosen.length > 1
  const [name, setName] = useState<string>()
  const [index, setIndex] = useState(0)
  const [changes, setChanges] = useState(start)
  const offersFor = (read?: string) => offersOf(picked, question.excluded.length > 0, read)
  const offers = offersFor(changes.read)
  const offerIndex = Math.min(index, offers.length - 1)
  const offer = offers[offerIndex]
  const edits = offer && { ...editsOf(offer, isMultiple), ...changes }
  const rule = offer && edits ? ruleOf(offer, edits) : null
  const preview = useQuery({ ...previewQuery(page, rule, question.within), enabled: rule !== null })
  const nodes = preview.data?.nodes
  useEffect(() => onMatches(nodes ?? []), [nodes, onMatches])
  if (!edits || rule === null)
    return (
      <Text size="sm">
        No selector excludes the elements that must not match. Remove an exclusion, or start over.
      </Text>
    )

  const change = (part: Partial<FieldEdits>) => setChanges({ ...changes, ...part })
  /** Reads another value of the element, with the same selector if it is still suggested. */
  const changeRead = (read: string) => {
    const { css } = offer!.rule
    setIndex(
      Math.max(
        0,
        offersFor(read).findIndex(({ rule }) => rule.css === css),
      ),
    )
    change({ read })
  }
  const fieldName = name ?? freeName(picked.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fieldName.trim()) onAdd(freeName(fieldName.trim()), rule)
  }
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      <div className={classes.line}>
        <TextInput
          className={classes.grow!}
          size="xs"
          label="Name"
          value={fieldName}
          disabled={existingName !== undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label="Type"
          value={edits.type}
          onChange={event => change({ type: event.currentTarget.value })}
        >
          <TypeOptions also={edits.type} />
        </NativeSelect>
        {picked.readings.length > 1 && typeof offer!.rule.css === 'string' && (
          <NativeSelect
            size="xs"
            label="Read"
            value={edits.read}
            data={[...new Set([...picked.readings.map(({ read }) => read), edits.read])]}
            onChange={event => changeRead(event.currentTarget.value)}
          />
        )}
      </div>
      {preview.error && <ErrorNotice error={preview.error} />}
      {!preview.error && <PreviewOutcome preview={preview.data} all={edits.all} />}
      <OfferList offers={offers} chosen={offerIndex} onChoose={setIndex} />
      <div className={classes.end}>
        <div className={classes.line} style={{ alignItems: 'center' }}>
          <Checkbox
            size="xs"
            label="Required"
            checked={edits.required}
            onChange={event => change({ required: event.currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            label="All matches"
            checked={edits.all}
            onChange={event => change({ all: event.currentTarget.checked })}
          />
        </div>
        <ExplainedButton
          type="submit"
          size="compact-sm"
          reason={fieldName.trim() ? null : 'Enter a name first.'}
        >
          {existingName === undefined ? 'Add field' : `Use for ${existingName}`}
        </ExplainedButton>
      </div>
    </form>
  )
}

/** Shows the number of matches and their values. */
export function PreviewOutcome({ preview, all }: { preview: Preview | undefined; all: boolean }) {
  if (!preview) return <Text size="xs">Reading…</Text>
  const { matches, of, values, reason } = preview
  const shownValues = all && of === undefined ? values.flat() : values
  return (
    <div>
      <Text size="xs" className="tabular" aria-live="polite">
        {of === undefined
          ? counted(matches, 'match', 'matches')
          : `In ${numberText(matches)} of ${numberText(of)} items`}
        {!all && of === undefined && matches > 1 && ', the first is used'}
      </Text>
      <p className={classes.values}>
        {reason ??
          shownValues
            .slice(0, 5)
            .map(value => JSON.stringify(value))
            .join(', ')}
      </p>
    </div>
  )
}
