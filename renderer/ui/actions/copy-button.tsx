import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text with one click; a function is called only then. `what` names it: "Copy the address". */
export function CopyButton({
  text,
  what,
  tabIndex,
  icon: Icon = IconCopy,
}: {
  text: string | (() => Promise<string>)
  what: string
  tabIndex?: number
  /** Where several stand beside each other, what tells them apart. */
  icon?: typeof IconCopy
}) {
  const { copied, copy } = useClipboard()
  return (
    <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Copy ${what}`}
        {...(tabIndex !== undefined && { tabIndex })}
        onClick={async () => copy(typeof text === 'string' ? text : await text())}
      >
        {copied ? <IconCheck size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
