import { Button, Group, Text } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { CopyButton } from '../../../ui/actions/copy-button.tsx'
import { bookmarkletOf } from './bookmarklet.ts'
import { Section } from './section.tsx'

/** The bookmarklet, for browsers without the extension. */
export function Bookmarklet() {
  const address = bookmarkletOf(location.origin)
  // React does not render `javascript:` addresses, so the attribute is set directly.
  const setAddress = (link: HTMLAnchorElement | null) => link?.setAttribute('href', address)
  return (
    <Section title="Without an extension">
      <Text size="sm" maw={680}>
        Drag this link to the bookmarks of your browser, or create a bookmark with its address. Click it on a
        page to open Winnow, which asks before it takes the page.
      </Text>
      <Group gap={8}>
        <Button
          component="a"
          ref={setAddress}
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={event => event.preventDefault()}
        >
          Send to Winnow
        </Button>
        <CopyButton text={address} what="the address of the bookmark" />
      </Group>
    </Section>
  )
}
