import { ScrollArea, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { playgroundPath } from '../../lib/playground-path.ts'
import { type ListState, nothingFoundText } from '../../ui/form/list-choices.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type RequestDraft, useDraft } from './drafts.ts'
import { type OperationEntry, type OperationGroup, searchGroups } from './operations.ts'
import classes from './playground.module.css'
import { openSaved } from './saved/open-saved.ts'

/** The ids of the shown operation and its alternatives. */
type CurrentIds = ReadonlySet<string>

/** The list of all operations, with a search. Enter opens the first match. */
export function OperationList({
  groups,
  state,
  current,
}: {
  groups: readonly OperationGroup[]
  /** Whether the parsers and saved requests among them are loaded. */
  state: ListState
  current: CurrentIds
}) {
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const visibleGroups = searchGroups(groups, search)
  const first = visibleGroups[0]?.offers[0]
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
          {visibleGroups.map(group => (
            <GroupSection key={group.name} group={group} current={current} searched={Boolean(search)} />
          ))}
          {!visibleGroups.length && (
            <EmptyState>{nothingFoundText(state, 'No matching operations')}</EmptyState>
          )}
        </nav>
      </ScrollArea>
    </div>
  )
}

function GroupSection({
  group,
  current,
  searched,
}: {
  group: OperationGroup
  current: CurrentIds
  searched: boolean
}) {
  const [isCollapsed, setCollapsed] = useState(false)
  const open = searched || !isCollapsed
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <section>
      <UnstyledButton className={classes.group!} aria-expanded={open} onClick={() => setCollapsed(open)}>
        <Chevron size={14} aria-hidden /> {group.name}
      </UnstyledButton>
      {open &&
        group.offers.map(offer => (
          <OperationItem
            key={`${offer.operation.id} ${offer.label} ${offer.input?.parserId ?? offer.saved?.id ?? ''}`}
            offer={offer}
            current={current}
          />
        ))}
    </section>
  )
}

/** Whether the form of the operation contains the preset input of an entry. */
const isOpenInForm = ({ input, saved }: OperationEntry, draft: RequestDraft) =>
  saved ? draft.saved === saved.id : !draft.saved && (!input || input.parserId === draft.input.parserId)

function OperationItem({ offer, current }: { offer: OperationEntry; current: CurrentIds }) {
  const { operation, label, hint, input, saved } = offer
  const isCurrent = isOpenInForm(offer, useDraft(operation.id)) && current.has(operation.id)
  return (
    <Link
      to={playgroundPath(operation.id, input)}
      className={classes.item}
      aria-current={isCurrent ? 'page' : undefined}
      title={hint}
      onClick={() => saved && openSaved(saved)}
    >
      <span className={classes.itemLabel} dir="auto">
        {label}
      </span>
    </Link>
  )
}
