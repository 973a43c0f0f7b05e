import { ActionIcon, HoverCard, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './answer.module.css'
import type { TreeRow } from './json-tree.ts'

const FILE = /\.(avif|gif|jpe?g|png|svg|webp)([?#]|$)/i
const NAME = /(avatar|image|img|photo|pic|thumbnail|poster|icon|logo|display_url)/i

/** True for the address of something that is probably an image. */
export const isImage = ({ kind, text, path }: TreeRow) =>
  kind === 'string' &&
  ((/^https?:\/\/\S+$/.test(text) && (FILE.test(text) || NAME.test(path))) ||
    /^data:image\/[\w+.-]+;base64,[\w+/=]+$/.test(text))

/** Shows the image of an address on hover; it is not loaded before. */
export function ImagePeek({ address }: { address: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <HoverCard openDelay={150} position="left" withinPortal shadow="md">
      <HoverCard.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" tabIndex={-1} aria-label="Show the image">
          <IconPhoto size={16} aria-hidden />
        </ActionIcon>
      </HoverCard.Target>
      <HoverCard.Dropdown p={8}>
        {failed ? (
          <Text size="xs">The image could not be loaded.</Text>
        ) : (
          <img
            src={address}
            alt=""
            className={classes.image}
            referrerPolicy="no-referrer"
            onError={() => setFailed(true)}
          />
        )}
      </HoverCard.Dropdown>
    </HoverCard>
  )
}
