import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { GuideLink } from '../guides/guide-link.tsx'

/** The content of an empty list: one sentence, one action, one link to the docs, and what it looks like once it is filled. */
export function EmptyState({
  children,
  action,
  docs,
  example,
}: {
  children: ReactNode
  action?: ReactNode
  /** A guide of the app, which opens beside the page, or an address outside of it. */
  docs?: { guide: string; text: string } | { href: string; text: string }
  /** Rows of an invented list. */
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
