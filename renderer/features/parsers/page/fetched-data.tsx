import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offersOf, patternOf } from '../../../../server/parsers/infer/network-offers.ts'
import type { Json, RuleObject } from '../../../../server/parsers/parser-schema.ts'
import { answersOf, type OpenPage, type PageAnswer } from '../../../lib/open-page.ts'
import { readJson } from '../../../lib/read-json.ts'
import { bytesText } from '../../../ui/bytes-text.ts'
import { CodeBlock } from '../../../ui/code/code-block.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import classes from './fetched-data.module.css'

/** How many characters of a response are shown. */
const MAX_PREVIEW_LENGTH = 4_000

type AddField = (name: string, rule: RuleObject) => void

/** The data that a page fetched: each response with a preview, and the fields that can be read from it. */
export function FetchedData({ page, onAdd }: { page: OpenPage; onAdd: AddField }) {
  const { data: answers } = useQuery({
    queryKey: ['fetched-data', page.id],
    queryFn: () => answersOf(page),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (answers === undefined) return <RowsSkeleton rows={6} />
  if (answers === null)
    return (
      <EmptyState>
        What this page fetched is not known: only a browser sees that. Set “Fetch with” to the browser in the
        settings and fetch the page again, or open a HAR file of a visit.
      </EmptyState>
    )
  if (answers.length === 0) return <EmptyState>This page fetched no data of its own.</EmptyState>
  return (
    <ul className={classes.list} aria-label="Answers that the page fetched">
      {answers.map((answer, at) => (
        <Answer key={at} answer={answer} all={answers} onAdd={onAdd} />
      ))}
    </ul>
  )
}

function Answer({ answer, all, onAdd }: { answer: PageAnswer; all: readonly PageAnswer[]; onAdd: AddField }) {
  const [open, setOpen] = useState(false)
  const { pathname, search, host } = new URL(answer.url)
  return (
    <li>
      <button type="button" className={classes.answer} aria-expanded={open} onClick={() => setOpen(!open)}>
        <code>{pathname + search}</code>
        <span className={classes.facts}>{`${host} · ${answer.status} · ${bytesText(answer.size)}`}</span>
      </button>
      {open && <AnswerPreview answer={answer} all={all} onAdd={onAdd} />}
    </li>
  )
}

function AnswerPreview({
  answer,
  all,
  onAdd,
}: {
  answer: PageAnswer
  all: readonly PageAnswer[]
  onAdd: AddField
}) {
  const value = readJson(answer.text) as Json | undefined
  const pattern = patternOf(answer.url, all)
  const offers = value === undefined ? [] : offersOf(pattern, value)
  const text = value === undefined ? answer.text : JSON.stringify(value, null, 2)
  return (
    <div className={classes.preview}>
      <Group gap={6}>
        {offers.map(({ name, rule, count }) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => onAdd(name, rule)}>
            {count === null ? `Add “${name}”` : `Add “${name}”, a list of ${count}`}
          </Button>
        ))}
        <Button size="compact-xs" variant="subtle" onClick={() => onAdd('data', { network: pattern })}>
          Add all of it
        </Button>
      </Group>
      <CodeBlock code={text.slice(0, MAX_PREVIEW_LENGTH)} what="the answer" />
      {text.length > MAX_PREVIEW_LENGTH && (
        <Text size="xs" c="dimmed">
          {`The first ${numberText(MAX_PREVIEW_LENGTH)} of ${numberText(text.length)} characters.`}
        </Text>
      )}
    </div>
  )
}
