import { Text } from '@mantine/core'
import type { Graph, NodeKind } from '../api.ts'
import { nameOf } from '../nodes/node-kinds.ts'
import classes from './data.module.css'
import { otherPaths } from './paths.ts'
import type { Insertion } from './use-insertion.ts'

interface OtherPathsOptions {
  graph: Graph
  kinds: readonly NodeKind[]
  node: string
  insertion: Insertion
}

/** Lists the paths that expressions may use besides the item. A click inserts a path into a field. */
export function OtherPaths({ graph, kinds, node, insertion: { insert, into } }: OtherPathsOptions) {
  const titleOf = (path: string) =>
    path.startsWith('nodes.')
      ? `The item of “${nameOf(graph, kinds, path.slice('nodes.'.length))}” that this one comes from`
      : `Insert ${path}`
  return (
    <div>
      <div className={classes.others}>
        {otherPaths(graph, node).map(path => (
          <button
            key={path}
            type="button"
            className={classes.name}
            title={titleOf(path)}
            onMouseDown={event => event.preventDefault()}
            onClick={() => insert(path)}
          >
            {path}
          </button>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {into
          ? `A click inserts the path into “${into}”.`
          : 'A click inserts the path into the expression that you edit.'}
      </Text>
    </div>
  )
}
