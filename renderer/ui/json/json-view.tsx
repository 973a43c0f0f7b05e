import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { JsonLine } from './json-line.tsx'
import { openAtFirst, rowsOf } from './json-rows.ts'
import classes from './json-view.module.css'
import { useJsonSearch } from './use-json-search.ts'

const LINE_PX = 22

/** Any JSON value as a tree with search and paths to copy; only the lines in view are drawn, so that 20 MB stay smooth. */
export function JsonView({ value, height = 480 }: { value: unknown; height?: number | string }) {
  const [shown, setShown] = useState({ value, open: openAtFirst(value) })
  if (shown.value !== value) setShown({ value, open: openAtFirst(value) })
  const { open } = shown
  const rows = useMemo(() => rowsOf(value, open), [value, open])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  })
  const setOpen = (changed: Set<string>) => setShown({ value, open: changed })
  const toggle = (path: string) => {
    const changed = new Set(open)
    if (!changed.delete(path)) changed.add(path)
    setOpen(changed)
  }
  const search = useJsonSearch(value, ({ path, branches }) => {
    const changed = new Set([...open, ...branches])
    setOpen(changed)
    const index = rowsOf(value, changed).findIndex(row => row.path === path)
    requestAnimationFrame(() => virtual.scrollToIndex(index, { align: 'center' }))
  })

  return (
    <div className={classes.view} style={{ height }}>
      <SearchBar search={search} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <div ref={scroller} className={classes.scroller} role="group" aria-label="Result" tabIndex={0}>
        <div role="tree" aria-label="JSON" style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!
            return (
              <JsonLine
                key={row.path}
                row={row}
                top={start}
                found={row.path === search.current?.path}
                onToggle={() => toggle(row.path)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function SearchBar({ search }: { search: ReturnType<typeof useJsonSearch> }) {
  const { text, setText, count, index, go } = search
  return (
    <Group gap={8} className={classes.bar} wrap="nowrap">
      <TextInput
        type="search"
        size="xs"
        aria-label="Search in the result"
        placeholder="Search"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && go(event.shiftKey ? -1 : 1)}
      />
      {text && (
        <>
          <Text size="xs" c="dimmed" className="tabular" role="status">
            {count ? `${index + 1} of ${count}` : 'not found'}
          </Text>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Previous" onClick={() => go(-1)}>
            <IconChevronUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Next" onClick={() => go(1)}>
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </Group>
  )
}
