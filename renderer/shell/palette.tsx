import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useEffect } from 'react'
import { usePaletteActions } from './palette-actions.tsx'

/** Finds pages, operations, parsers and keys by a few letters. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const groups = usePaletteActions(onKeys)
  useEffect(() => spotlight.open(), [])
  return (
    <Spotlight
      actions={groups}
      shortcut={null}
      limit={12}
      scrollable
      maxHeight={420}
      nothingFound="Nothing has this name"
      searchProps={{ placeholder: 'Find a page, an operation, a parser, a key', 'aria-label': 'Find' }}
      transitionProps={{ duration: 100 }}
      onSpotlightClose={onClose}
    />
  )
}
