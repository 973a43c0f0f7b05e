import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { GuideLink } from '../guides/guide-link.tsx'

/** The content of an empty list: a sentence, an action, a link to the docs, and an example of the filled list. */
export function EmptyState({
  children,
  action,
  docs,
  example,
}: {
  children: ReactNode
  action?: ReactNode
  /** A guide of the app, which opens beside the page, or an external address. */
  docs?: { guide: string; text: string } | { href: string; text: string }
  /** Rows of an invented example list. */
  example?: ReactNode
}) {
  return (
    <Stack align="center" gap={12} py={48}>
      <Text c="dimmed" ta="center" maw={452} px={16} style={{ textWrap: 'balance' }}>
        {children}
      </Text>
      {action}
      {docs && 'guide' in docs && <GuideLink {...docs} />}
      {docs && 'href' in docs && (
        <Anchor href={docs.href} size="sm" target="_blank">
          {docs.text}
        </Anchor>
      )}
      {example}
    </Stack>
  )
}
