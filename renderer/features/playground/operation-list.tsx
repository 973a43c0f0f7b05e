import { ScrollArea, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { playgroundPath } from '../../lib/playground-place.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type Draft, useDraft } from './drafts.ts'
import { type Offer, type OfferGroup, searchOffers } from './operations.ts'
import classes from './playground.module.css'
import { openSaved } from './saved/open-saved.ts'

/** The ids of the shown operation and its alternatives. */
type Current = ReadonlySet<string>

/** The list of all operations, with a search. Enter opens the first match. */
export function OperationList({ groups, current }: { groups: readonly OfferGroup[]; current: Current }) {
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const shown = searchOffers(groups, search)
  const first = shown[0]?.offers[0]
  return (
    <div className={classes.list}>
      <TextInput
        type="search"
        m={8}
        size="xs"
        aria-label="Search operations"
        placeholder="Search"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && search && first)
            void navigate(playgroundPath(first.operation.id, first.input))
          if (key === 'Escape') setSearch('')
        }}
      />
      <ScrollArea flex={1} type="hover" viewportProps={{ tabIndex: -1 }}>
        <nav aria-label="Operations" className={classes.groups}>
          {shown.map(group => (
            <Group key={group.name} group={group} current={current} searched={Boolean(search)} />
          ))}
          {!shown.length && <EmptyState>No matching operations.</EmptyState>}
        </nav>
      </ScrollArea>
    </div>
  )
}

function Group({ group, current, searched }: { group: OfferGroup; current: Current; searched: boolean }) {
  const [closed, setClosed] = useState(false)
  const open = searched || !closed
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <section>
      <UnstyledButton className={classes.group!} aria-expanded={open} onClick={() => setClosed(open)}>
        <Chevron size={14} aria-hidden /> {group.name}
      </UnstyledButton>
      {open &&
        group.offers.map(offer => (
          <Item
            key={`${offer.operation.id} ${offer.label} ${offer.input?.parserId ?? offer.saved?.id ?? ''}`}
            offer={offer}
            current={current}
          />
        ))}
    </section>
  )
}

/** Whether the form of the operation contains the preset input of an entry. */
const isShown = ({ input, saved }: Offer, draft: Draft) =>
  saved ? draft.saved === saved.id : !draft.saved && (!input || input.parserId === draft.input.parserId)

function Item({ offer, current }: { offer: Offer; current: Current }) {
  const { operation, label, hint, input, saved } = offer
  const isCurrent = isShown(offer, useDraft(operation.id)) && current.has(operation.id)
  return (
    <Link
      to={playgroundPath(operation.id, input)}
      className={classes.item}
      aria-current={isCurrent ? 'page' : undefined}
      title={hint}
      onClick={() => saved && openSaved(saved)}
    >
      <span className={classes.itemLabel}>{label}</span>
    </Link>
  )
}
