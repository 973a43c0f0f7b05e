import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Section } from './section.tsx'

/** The build writes the extension beside the pages of the app. */
const FILES = [
  { name: 'Chrome or Edge', file: 'winnow-chromium.zip' },
  { name: 'Firefox', file: 'winnow-firefox.zip' },
]

/** The downloads of the extension for each kind of browser. */
export const Download = () => (
  <Section title="1. Add the extension">
    <Text size="sm" maw={680}>
      The extension’s button sends the page that you see to Winnow, even behind a login. No cookie leaves the
      browser.{' '}
      <Anchor component={Link} underline="always" to="/guides/browser-extension">
        The guide
      </Anchor>{' '}
      shows how to install it.
    </Text>
    <Group gap={8}>
      {FILES.map(({ name, file }) => (
        <Button
          key={file}
          component="a"
          href={`/app/extension/${file}`}
          download
          variant="default"
          h="auto"
          py={9}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download for {name}
        </Button>
      ))}
    </Group>
  </Section>
)
