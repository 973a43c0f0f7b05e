import { useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'
import type { Json, RuleObject } from '../../../../server/parsers/parser-schema.ts'
import { useDrawer } from '../../../lib/in-address.ts'
import { addressOf, type OpenPage } from '../../../lib/open-page.ts'
import { readJson } from '../../../lib/read-json.ts'
import { reportTextValidity } from '../../../ui/form/is-written.ts'
import { Page } from '../../../ui/page/page.tsx'
import { Panes } from '../../../ui/page/panes.tsx'
import type { Parser } from '../api.ts'
import type { ParserDraft } from '../draft.ts'
import { useReview } from '../fixtures/use-review.ts'
import { PagePane } from '../page/page-pane.tsx'
import { usePage } from '../page/use-page.ts'
import { fieldsAt, freeNameLike, withFieldAt } from '../picker/land-field.ts'
import { PickingProvider } from '../picker/picking-provider.tsx'
import { formatSchema } from '../schema-text.ts'
import { SpotlightProvider } from '../trace/spotlight-provider.tsx'
import classes from './editor.module.css'
import { EditorBar } from './editor-bar.tsx'
import { DRAWER_NAMES, EditorDrawer } from './editor-drawer.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { ParserName } from './parser-name.tsx'
import { ResultPane } from './result-pane.tsx'
import { SchemaPane } from './schema-pane.tsx'
import { useDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'
import { useTrial } from './use-trial.ts'

interface EditorOptions {
  /** The key that the draft and its page are stored under. */
  slot: string
  /** Null for a new parser. */
  parser: Parser | null
  /** It was deleted elsewhere since it was opened. */
  isDeleted?: boolean
  /** The initial draft: of the saved parser, or a new one. */
  start: ParserDraft
  firstPage?: OpenPage | undefined
}

/** The editor: a page, the fields of the schema, and the result, side by side. */
export function Editor({ slot, parser, isDeleted = false, start, firstPage }: EditorOptions) {
  const editing = useDraft(slot, start)
  const { draft, change } = editing
  const pages = usePage(slot, draft, parser?.id ?? null, firstPage)
  const live = useTrial(draft.schema, pages.page)
  const container = useRef<HTMLDivElement>(null)
  const isAllWritten = () => reportTextValidity(container.current)
  const saving = useSave(slot, parser, editing, isAllWritten)
  const [drawer, setDrawer] = useDrawer(DRAWER_NAMES)
  const review = useReview(parser, editing, saving, isAllWritten, () => setDrawer('fixtures'))
  useHotkeys([['mod+S', review.save]], [], true)

  const add = (name: string, rule: RuleObject) => {
    const parsedSchema = readJson(draft.schema) ?? {}
    const freeName = freeNameLike(name, fieldsAt(parsedSchema, []))
    change({ schema: formatSchema(withFieldAt(parsedSchema, [], freeName, rule as Json)) })
  }

  const schema = (
    <SchemaPane
      text={draft.schema}
      onChange={schema => change({ schema })}
      live={live}
      page={pages.page}
      fetch={draft.fetch}
      parserId={parser?.id ?? null}
      isAllWritten={isAllWritten}
    />
  )
  return (
    <Page
      wide
      title={draft.name || 'New parser'}
      back={{ to: '/parsers', label: 'All parsers' }}
      heading={<ParserName name={draft.name} error={saving.error} onChange={name => change({ name })} />}
    >
      <div ref={container} className={classes.editor}>
        <EditorNotices
          saving={saving}
          editing={editing}
          parser={parser}
          isDeleted={isDeleted}
          onCompare={() => setDrawer('versions')}
        />
        <PickingProvider>
          <SpotlightProvider live={live}>
            <div className={classes.panes}>
              <Panes
                name="parser"
                panes={[
                  {
                    name: 'Page',
                    size: 31,
                    min: 15,
                    content: <PagePane state={pages} addresses={draft.test_urls} onAdd={add} />,
                  },
                  {
                    name: 'Fields',
                    size: 38,
                    min: 20,
                    content: schema,
                  },
                  {
                    name: 'Result',
                    size: 31,
                    min: 15,
                    content: <ResultPane live={live} hasPage={pages.page !== null} />,
                  },
                ]}
              />
            </div>
          </SpotlightProvider>
        </PickingProvider>
        <EditorBar
          parser={parser}
          isDeleted={isDeleted}
          editing={editing}
          saving={saving}
          review={review}
          result={live.trial?.data ?? undefined}
          address={pages.page ? addressOf(pages.page) : undefined}
          onOpen={setDrawer}
        />
      </div>
      <EditorDrawer
        name={drawer}
        parser={parser}
        editing={editing}
        saving={saving}
        address={pages.page?.name}
        page={pages.page}
        review={review}
        onClose={() => setDrawer(null)}
      />
    </Page>
  )
}
