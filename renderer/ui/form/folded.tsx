import { Stack, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './form.module.css'

/** Rarely used fields behind a button; open while one of them has a value or an error. */
export function Folded({ mustOpen, children }: { mustOpen: boolean; children: ReactNode }) {
  const [isOpened, setOpened] = useState(false)
  const open = isOpened || mustOpen
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <Stack gap={16}>
      <UnstyledButton className={classes.opener!} aria-expanded={open} onClick={() => setOpened(!open)}>
        <Chevron size={14} aria-hidden /> More options
      </UnstyledButton>
      {open && children}
    </Stack>
  )
}
