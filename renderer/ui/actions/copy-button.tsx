import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text on click. A function as `text` is called only on click. `what` names the text: "Copy the address". */
export function CopyButton({
  text,
  what,
  tabIndex,
  icon: Icon = IconCopy,
}: {
  text: string | (() => Promise<string>)
  what: string
  tabIndex?: number
  /** An icon that tells several copy buttons beside each other apart. */
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
