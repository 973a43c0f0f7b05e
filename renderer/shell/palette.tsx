import '@mantine/spotlight/styles.css'
import { VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, type SpotlightFilterFunction, useSpotlight } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { searchText } from '../../server/base/text/search-text.ts'
import { type ListState, nothingFoundText, THE_NEWEST } from '../ui/form/list-choices.ts'
import { numberText } from '../ui/number-text.ts'
import { usePaletteActions, usePaletteState } from './palette-actions.tsx'

const MAX_MATCHES = 40

/** Every word has to occur, in any order: `kettles database` finds `Open database Kettles`. */
function withAllWords(query: string, groups: Parameters<SpotlightFilterFunction>[1]) {
  const words = searchText(query).split(/\s+/)
  return groups.flatMap(group => {
    if (!('actions' in group)) return []
    const actions = group.actions.filter(({ label, description, keywords }) => {
      const text = searchText([label, description, keywords].join(' '))
      return words.every(word => text.includes(word))
    })
    return actions.length ? [{ ...group, actions }] : []
  })
}

/** Returns the first matches. A last heading says that there are more, or that not everything was searched. */
const firstMatches =
  ({ isCut }: ListState): SpotlightFilterFunction =>
  (query, all) => {
    const groups = withAllWords(query, all)
    let free = MAX_MATCHES
    const shown = groups.flatMap(({ group, actions }) => {
      const first = actions.slice(0, free)
      free -= first.length
      return first.length ? [{ group, actions: first }] : []
    })
    const count = groups.reduce((sum, { actions }) => sum + actions.length, 0)
    const more =
      count > MAX_MATCHES && `The first ${MAX_MATCHES} of ${numberText(count)}; type more to see others`
    const end = more || (isCut && count > 0 && `Of each kind, only ${THE_NEWEST} names are searched`)
    return end ? [...shown, { group: end, actions: [] }] : shown
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
export function Palette({
  query,
  onQuery,
  onReady,
  onClose,
  onKeys,
}: {
  query: string
  onQuery: (query: string) => void
  /** Called once its search has the focus. */
  onReady: () => void
  onClose: () => void
  onKeys: () => void
}) {
  const groups = usePaletteActions(onKeys)
  const state = usePaletteState()
  useEffect(open, [])
  useEffect(() => {
    if (query && groups.length) selectFirstMatch()
  }, [query, groups])
  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={onQuery}
      actions={groups}
      filter={firstMatches(state)}
      shortcut={null}
      scrollable
      maxHeight={420}
      scrollAreaProps={{ id: MATCHES_ID }}
      nothingFound={nothingFoundText(state)}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      searchProps={{
        placeholder: 'Find a page, a name or an action',
        'aria-label': 'Find',
        onFocus: onReady,
        rightSection: <SelectedMatch nothingFound={nothingFoundText(state)} />,
      }}
      transitionProps={{ duration: 100 }}
      onSpotlightClose={onClose}
    />
  )
}

/** Names the selected match to screen readers, which would not notice it, since the focus stays in the search. */
function SelectedMatch({ nothingFound }: { nothingFound: string }) {
  useSpotlight(store)
  const [match, setMatch] = useState<string | null>(null)
  useEffect(() => {
    const selected = document.querySelector(`#${MATCHES_ID} [data-selected]`)
    const isEmpty = document.querySelector(`#${MATCHES_ID} [data-action]`) === null
    setMatch(isEmpty ? nothingFound : (selected?.textContent ?? null))
  })
  return <VisuallyHidden role="status">{match}</VisuallyHidden>
}
