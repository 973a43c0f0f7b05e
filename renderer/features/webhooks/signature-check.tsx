import { Text, Title } from '@mantine/core'
import guide from '../../../docs/webhooks.md?raw'
import { Snippets } from '../../ui/code/snippets.tsx'
import { Marked } from '../../ui/marked.tsx'

const LANGUAGE_NAMES: Record<string, string> = { js: 'JavaScript', python: 'Python', go: 'Go' }

/** The chapter of the docs. Its code samples are tested. */
const chapter = guide.split('## Checking the signature')[1] ?? ''
const [words = ''] = chapter.trim().split('\n```')
const snippets = [...chapter.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language, code]) => ({
  language: LANGUAGE_NAMES[language!] ?? language!,
  code: code!.trimEnd(),
}))

/** Explains how a receiver verifies events, in several languages. */
export const SignatureCheck = () => (
  <section aria-label="Checking the signature">
    <Title order={2}>How to check the signature</Title>
    <Text size="sm" c="dimmed" my={8}>
      <Marked>{words.trim().replaceAll('\n', ' ')}</Marked>
    </Text>
    <Snippets snippets={snippets} />
  </section>
)
