import { ActionIcon, HoverCard } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Picture } from '../picture.tsx'
import { isPicture } from '../picture-address.ts'
import classes from './answer.module.css'
import type { TreeRow } from './json-tree.ts'

/** Whether a row is the address of something that is probably an image. */
export const isImage = ({ kind, text, path }: TreeRow) => kind === 'string' && isPicture(path, text)

/** Shows the image at an address on hover, and loads it only then. */
export function ImagePeek({ address }: { address: string }) {
  return (
    <HoverCard openDelay={150} position="left" withinPortal shadow="md">
      <HoverCard.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" tabIndex={-1} aria-label="Show the image">
          <IconPhoto size={16} aria-hidden />
        </ActionIcon>
      </HoverCard.Target>
      <HoverCard.Dropdown p={8}>
        <Picture address={address} className={classes.image} />
      </HoverCard.Dropdown>
    </HoverCard>
  )
}
