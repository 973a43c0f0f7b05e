import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { searchText } from '../../../server/base/text/search-text.ts'
import type { NodeKind } from './api.ts'
import { GROUPS, iconOf } from './nodes/node-kinds.ts'
import classes from './workflows.module.css'

const matches = ({ title, summary, type }: NodeKind, search: string) =>
  searchText(`${title} ${type} ${summary}`).includes(searchText(search.trim()))

/** The palette of all node types. A click adds a node after the selected one. */
export function Palette({ kinds, onAdd }: { kinds: readonly NodeKind[]; onAdd: (kind: NodeKind) => void }) {
  const [search, setSearch] = useState('')
  const found = kinds.filter(kind => matches(kind, search))
  const groups = Object.entries(GROUPS).map(([group, heading]) => ({
    ...heading,
    kinds: found.filter(kind => kind.group === group),
  }))
  return (
    <div className={classes.column}>
      <div className={classes.head}>
        <TextInput
          type="search"
          size="xs"
          aria-label="Search nodes"
          placeholder="Search nodes"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section className={classes.scroll} aria-label="Nodes to add" tabIndex={0}>
        {found.length === 0 && (
          <Text size="sm" c="dimmed" p={12}>
            No matching nodes.
          </Text>
        )}
        {groups
          .filter(group => group.kinds.length > 0)
          .map(({ title, kinds }) => (
            <section key={title} aria-label={title}>
              <h2 className={classes.groupTitle}>{title}</h2>
              {kinds.map(kind => (
                <PaletteEntry key={kind.operation ?? kind.type} kind={kind} onAdd={onAdd} />
              ))}
            </section>
          ))}
      </section>
    </div>
  )
}

function PaletteEntry({ kind, onAdd }: { kind: NodeKind; onAdd: (kind: NodeKind) => void }) {
  const Icon = iconOf(kind)
  return (
    <UnstyledButton className={classes.entry!} title={kind.summary} onClick={() => onAdd(kind)}>
      <Icon size={16} aria-hidden className={classes.nodeIcon!} />
      <span className={classes.entryText}>{kind.title}</span>
    </UnstyledButton>
  )
}
