import { ActionIcon, Text, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconFold, IconFoldDown, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { numberText } from '../number-text.ts'
import classes from './answer.module.css'
import type { TreeState } from './use-tree.ts'

/** Searches names and values of the tree. Enter goes to the next match, Shift+Enter to the previous one. */
export function TreeSearch({ tree }: { tree: TreeState }) {
  const [words, setWords] = useState('')
  const find = useDebouncedCallback((text: string) => void tree.find(text), 200)
  const { total, at } = tree.found
  return (
    <div className={classes.bar}>
      <TextInput
        size="xs"
        style={{ flex: 1, minWidth: 80 }}
        type="search"
        aria-label="Find in answer"
        placeholder="Find"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={words}
        onChange={({ currentTarget: { value } }) => {
          setWords(value)
          find(value)
        }}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter' && total) void tree.step(shiftKey ? -1 : 1)
          if (key === 'Escape' && words) setWords('')
        }}
      />
      {words && (
        <Text size="xs" c="dimmed" className="tabular" role="status" style={{ whiteSpace: 'nowrap' }}>
          {total ? `${at + 1} of ${numberText(total)}` : 'no matches'}
        </Text>
      )}
      {total > 1 && words && (
        <>
          <IconAction label="Previous match" onClick={() => void tree.step(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </IconAction>
          <IconAction label="Next match" onClick={() => void tree.step(1)}>
            <IconArrowDown size={16} aria-hidden />
          </IconAction>
        </>
      )}
      <IconAction label="Open all" onClick={() => void tree.openAll()}>
        <IconFoldDown size={16} aria-hidden />
      </IconAction>
      <IconAction label="Close all" onClick={() => void tree.closeAll()}>
        <IconFold size={16} aria-hidden />
      </IconAction>
    </div>
  )
}

const IconAction = ({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: React.ReactNode
}) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
