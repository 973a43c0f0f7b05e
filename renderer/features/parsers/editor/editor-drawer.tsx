import { Drawer } from '@mantine/core'
import type { ComponentType } from 'react'
import type { Parser } from '../api.ts'
import { SavedPages } from '../fixtures/saved-pages.tsx'
import type { Review } from '../fixtures/use-review.ts'
import type { PageAtHand } from '../page/page-at-hand.ts'
import { ParserSettings } from './parser-settings.tsx'
import { ParserStats } from './parser-stats.tsx'
import { TestAddresses } from './test-addresses.tsx'
import type { DraftInHand } from './use-draft.ts'
import { UseParser } from './use-parser.tsx'
import type { Saving } from './use-save.ts'
import { Versions } from './versions.tsx'

/** What lies beside the panes until it is asked for. */
export type DrawerName = 'settings' | 'tests' | 'fixtures' | 'versions' | 'stats' | 'use'

export interface DrawerContent {
  parser: Parser | null
  hand: DraftInHand
  saving: Saving
  /** Where the page at hand comes from. */
  address: string | undefined
  page: PageAtHand | null
  review: Review
  onClose: () => void
}

const DRAWERS: Record<DrawerName, { title: string; size: string; Content: ComponentType<DrawerContent> }> = {
  settings: { title: 'Settings', size: 'md', Content: ParserSettings },
  tests: { title: 'Test addresses', size: 'md', Content: TestAddresses },
  fixtures: { title: 'Saved pages', size: 'lg', Content: SavedPages },
  versions: { title: 'Versions', size: 'xl', Content: Versions },
  stats: { title: 'Stats of 90 days', size: 'lg', Content: ParserStats },
  use: { title: 'Use it', size: 'lg', Content: UseParser },
}

export function EditorDrawer({ name, ...content }: DrawerContent & { name: DrawerName | null }) {
  const drawer = name && DRAWERS[name]
  return (
    <Drawer
      opened={drawer !== null}
      onClose={content.onClose}
      title={drawer?.title}
      size={drawer?.size ?? 'md'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {drawer && <drawer.Content {...content} />}
    </Drawer>
  )
}
