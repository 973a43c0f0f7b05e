import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { OpenPage } from '../../../lib/open-page.ts'
import { ShownPage } from '../picker/shown-page.tsx'
import { usePickingContext } from '../picker/use-picking.ts'
import { DataTree } from './data-tree.tsx'
import { readTree } from './read-tree.ts'

/**
 * A page of JSON or XML as a tree whose nodes can become fields. A page that only looks like JSON or XML is shown like any
 * other page.
 */
export function DataPage({ page }: { page: OpenPage }) {
  const root = useMemo(() => readTree(page.text), [page])
  const picking = usePickingContext()
  if (!root) return <ShownPage page={page} isPlain={false} />
  return (
    <>
      <Text size="xs" c="dimmed" px={12} py={4}>
        Click a place to add it as a field. Arrow keys move, open and close; Enter chooses.
      </Text>
      <DataTree
        label={`Page: ${page.name}`}
        root={root}
        chosen={picking.place?.id ?? null}
        onChoose={picking.choosePlace}
        onLeave={picking.startOver}
      />
    </>
  )
}
