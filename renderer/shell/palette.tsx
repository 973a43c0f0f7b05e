import '@mantine/spotlight/styles.css'
import { Spotlight, type SpotlightFilterFunction, spotlight } from '@mantine/spotlight'
import { useEffect } from 'react'
import { usePaletteActions } from './palette-actions.tsx'

/** Every word has to occur, in any order: `kettles database` finds `Open database Kettles`. */
const withAllWords: SpotlightFilterFunction = (query, groups) => {
  const words = query.toLowerCase().split(/\s+/)
  return groups.flatMap(group => {
    if (!('actions' in group)) return []
    const actions = group.actions.filter(({ label, description, keywords }) => {
      const text = [label, description, keywords].join(' ').toLowerCase()
      return words.every(word => text.includes(word))
    })
    return actions.length ? [{ ...group, actions }] : []
  })
}

/** The command palette: finds pages, records and operations by name, and runs crons. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const groups = usePaletteActions(onKeys)
  useEffect(() => spotlight.open(), [])
  return (
    <Spotlight
      actions={groups}
      filter={withAllWords}
      shortcut={null}
      limit={40}
      scrollable
      maxHeight={420}
      nothingFound="No matches"
      searchProps={{ placeholder: 'Find a page, a name or an action', 'aria-label': 'Find' }}
      transitionProps={{ duration: 100 }}
      onSpotlightClose={onClose}
    />
  )
}
