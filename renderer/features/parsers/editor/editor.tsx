import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { Page } from '../../../ui/page.tsx'
import { Panes } from '../../../ui/panes.tsx'
import type { Parser } from '../api.ts'
import type { Draft } from '../draft.ts'
import { useReview } from '../fixtures/use-review.ts'
import type { PageAtHand } from '../page/page-at-hand.ts'
import { PagePane } from '../page/page-pane.tsx'
import { usePage } from '../page/use-page.ts'
import { PickingProvider } from '../picker/picking-provider.tsx'
import { SpotlightProvider } from '../trace/spotlight-provider.tsx'
import classes from './editor.module.css'
import { EditorBar } from './editor-bar.tsx'
import { type DrawerName, EditorDrawer } from './editor-drawer.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { ParserName } from './parser-name.tsx'
import { ResultPane } from './result-pane.tsx'
import { SchemaPane } from './schema-pane.tsx'
import { useDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'
import { useTrial } from './use-trial.ts'

interface EditorOptions {
  /** Names what is kept of the draft and its page. */
  slot: string
  /** Null until it is saved. */
  parser: Parser | null
  /** What is saved, or what a new parser begins with. */
  start: Draft
  firstPage?: PageAtHand
}

/** A page, the fields read from it, and what comes out, side by side. */
export function Editor({ slot, parser, start, firstPage }: EditorOptions) {
  const hand = useDraft(slot, start)
  const { draft, change } = hand
  const pages = usePage(slot, draft, parser?.id ?? null, firstPage)
  const live = useTrial(draft.schema, pages.page)
  const saving = useSave(slot, parser, hand)
  const [drawer, setDrawer] = useState<DrawerName | null>(null)
  const review = useReview(parser, hand, saving, () => setDrawer('fixtures'))
  useHotkeys([['mod+S', review.save]], [], true)

  const schema = (
    <SchemaPane text={draft.schema} onChange={schema => change({ schema })} live={live} page={pages.page} />
  )
  return (
    <Page
      wide
      title={draft.name || 'New parser'}
      heading={<ParserName name={draft.name} error={saving.error} onChange={name => change({ name })} />}
    >
      <div className={classes.editor}>
        <EditorNotices saving={saving} hand={hand} parser={parser} onCompare={() => setDrawer('versions')} />
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
                    content: <PagePane hand={pages} addresses={draft.test_urls} />,
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
        <EditorBar parser={parser} hand={hand} saving={saving} review={review} onOpen={setDrawer} />
      </div>
      <EditorDrawer
        name={drawer}
        parser={parser}
        hand={hand}
        saving={saving}
        address={pages.page?.name}
        page={pages.page}
        review={review}
        onClose={() => setDrawer(null)}
      />
    </Page>
  )
}
