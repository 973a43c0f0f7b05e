import { Group, Loader, Text } from '@mantine/core'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import classes from './read.module.css'

/** Says what is in progress while there is no answer yet. */
export const Progress = ({ words }: { words: string }) => (
  <div className={classes.notice}>
    <Group gap={8} mb={12} role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm">{words}</Text>
    </Group>
    <RowsSkeleton rows={8} />
  </div>
)
