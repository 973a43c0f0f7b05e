import { Drawer } from '@mantine/core'
import type { ComponentType } from 'react'
import { SavedPages } from '../fixtures/saved-pages.tsx'
import type { DrawerContent } from './drawer-content.ts'
import { ParserSettings } from './parser-settings.tsx'
import { ParserStats } from './parser-stats.tsx'
import { TestAddresses } from './test-addresses.tsx'
import { UseParser } from './use-parser.tsx'
import { Versions } from './versions.tsx'

/** The drawers of the editor. */
export type DrawerName = 'settings' | 'tests' | 'fixtures' | 'versions' | 'stats' | 'use'

const DRAWERS: Record<DrawerName, { title: string; size: string; Content: ComponentType<DrawerContent> }> = {
  settings: { title: 'Settings', size: 'md', Content: ParserSettings },
  tests: { title: 'Test addresses', size: 'md', Content: TestAddresses },
  fixtures: { title: 'Saved pages', size: 'lg', Content: SavedPages },
  versions: { title: 'Versions', size: 'xl', Content: Versions },
  stats: { title: 'Stats of the last 90 days', size: 'lg', Content: ParserStats },
  use: { title: 'Use this parser', size: 'lg', Content: UseParser },
}

export const DRAWER_NAMES = Object.keys(DRAWERS) as DrawerName[]

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
