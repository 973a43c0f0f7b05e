import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useEffect } from 'react'
import { usePaletteActions } from './palette-actions.tsx'

/** The command palette: finds pages, operations, parsers and keys. */
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
      nothingFound="No matches"
      searchProps={{ placeholder: 'Find a page, operation, parser or key', 'aria-label': 'Find' }}
      transitionProps={{ duration: 100 }}
      onSpotlightClose={onClose}
    />
  )
}
