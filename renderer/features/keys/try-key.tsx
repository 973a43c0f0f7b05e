import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../ui/code-block.tsx'
import { tryQuery } from './api.ts'

/** A first call with a new key, ready to paste. */
export function TryKey({ secret }: { secret: string }) {
  const { data } = useQuery(tryQuery)
  const curl = data?.data.find(({ language }) => language === 'curl')
  if (!curl) return null
  return (
    <Stack gap={8} w="100%" component="section" aria-label="Try it">
      <Text size="sm">Try it in a terminal; the answer is the balance, and it costs nothing.</Text>
      <CodeBlock code={`export KEY=${secret}\n${curl.code}`} what="the command" />
    </Stack>
  )
}
