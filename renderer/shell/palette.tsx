import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight, type SpotlightFilterFunction } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { nothingFoundText } from '../ui/form/list-choices.ts'
import { usePaletteActions, usePaletteState } from './palette-actions.tsx'

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

const MATCHES_ID = 'palette-matches'

const [store, { open }] = createSpotlight()

/** Selects the first match if none is. The library does so only while somebody types, not as lists load. */
function selectFirstMatch() {
  const matches = document.getElementById(MATCHES_ID)
  if (!matches || matches.querySelector('[data-selected]')) return
  matches.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState(state => ({ ...state, selected: 0 }))
}

/** The command palette: finds pages, records and operations by name, and runs crons. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const groups = usePaletteActions(onKeys)
  const state = usePaletteState()
  const [query, setQuery] = useState('')
  useEffect(open, [])
  useEffect(() => {
    if (query && groups.length) selectFirstMatch()
  }, [query, groups])
  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      actions={groups}
      filter={withAllWords}
      shortcut={null}
      limit={40}
      scrollable
      maxHeight={420}
      scrollAreaProps={{ id: MATCHES_ID }}
      nothingFound={nothingFoundText(state)}
      searchProps={{ placeholder: 'Find a page, a name or an action', 'aria-label': 'Find' }}
      transitionProps={{ duration: 100 }}
      onSpotlightClose={onClose}
    />
  )
}
