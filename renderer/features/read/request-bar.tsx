import { ActionIcon, Button, Collapse, FileButton, Group, Text, TextInput } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { CallError } from '../../lib/service/call-error.ts'
import { counted } from '../../ui/counted.ts'
import { useErrorUntilChanged } from '../../ui/form/call-form.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import type { OperationFacts } from './operation.ts'
import classes from './read.module.css'

interface BarOptions<Options> {
  operation: OperationFacts
  /** The label of the button. */
  verb: string
  /** A note on the price. */
  note: string
  url: string
  wanted: Options
  file: File | null
  /** Says why a file was not opened. */
  refusal: string | null
  error: unknown
  isReading: boolean
  onUrl: (url: string) => void
  onWanted: (wanted: Options) => void
  onFile: (file: File) => void
  onRemove: () => void
  onRead: () => void
  onCancel: () => void
}

/** The accepted file types: pages, other texts, and the formats in which browsers and archivers save pages. */
const ACCEPTED_FILES =
  'text/html,application/xhtml+xml,application/xml,text/xml,.html,.htm,.xhtml,.xml,.json,.txt,.md,.mhtml,.mht,.har,.warc,.wacz,.gz,.zip'

/** The form bar: the page to read, the options, and the price. */
export function RequestBar<Options extends object>(bar: BarOptions<Options>) {
  const { operation, url, file, refusal, error, isReading } = bar
  const shownError = useErrorUntilChanged(error, { url, ...bar.wanted })
  const body = shownError instanceof CallError ? shownError.body : null
  const isOptionWrong = body?.field !== undefined && !['url', 'html'].includes(body.field)
  const [isExpanded, setExpanded] = useState(false)
  const open = isExpanded || isOptionWrong
  const price = file ? operation.filePrice : operation.price
  const canRead = file !== null || url.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReading) return bar.onCancel()
    if (!canRead) return
    setExpanded(false)
    bar.onRead()
  }
  return (
    <form className={classes.bar} data-draft onSubmit={submit} aria-label="Page to read">
      <Group gap={8} align="flex-start">
        {file && <ChosenFile file={file} onRemove={bar.onRemove} />}
        <TextInput
          className={classes.address!}
          aria-label="Address of the page"
          placeholder={file ? 'Its address, for relative links (optional)' : 'https://news.example/tea'}
          autoComplete="off"
          spellCheck={false}
          value={url}
          error={refusal ?? (body?.field === 'url' ? body.error : null)}
          onChange={({ currentTarget }) => bar.onUrl(currentTarget.value)}
        />
        <Button type="submit" variant={isReading ? 'default' : 'filled'} miw={88}>
          {isReading ? 'Cancel' : bar.verb}
        </Button>
        <FileButton accept={ACCEPTED_FILES} onChange={next => next && bar.onFile(next)}>
          {props => (
            <Button {...props} variant="default">
              Open file
            </Button>
          )}
        </FileButton>
      </Group>
      <Group gap={8} mt={4} justify="space-between">
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          aria-expanded={open}
          onClick={() => setExpanded(!open)}
        >
          {open ? 'Fewer options' : 'Options'}
        </Button>
        <Text size="xs" c="dimmed">
          {`${price ? `Costs ${counted(price, 'credit')}` : 'Free'}. ${bar.note}`}
        </Text>
      </Group>
      <Collapse expanded={open}>
        <div className={classes.options}>
          <Fields
            schema={operation.options}
            values={bar.wanted as Record<string, unknown>}
            onChange={wanted => bar.onWanted(wanted as Options)}
            errorAt={path => (body?.field === path ? body : null)}
          />
        </div>
      </Collapse>
    </form>
  )
}

const ChosenFile = ({ file: { name }, onRemove }: { file: File; onRemove: () => void }) => (
  <Group gap={4} wrap="nowrap" h={36} className={classes.file}>
    <IconFileText size={16} aria-hidden />
    <Text size="sm" truncate title={name}>
      {name}
    </Text>
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  </Group>
)
