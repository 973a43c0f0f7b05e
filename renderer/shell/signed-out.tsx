import { Center, Stack, Text, Title } from '@mantine/core'
import { CodeBlock } from '../ui/code-block.tsx'
import { Logo } from './logo.tsx'

/** What a window shows that came without an invitation, or too late. */
export function SignedOut() {
  return (
    <Center mih="100vh" p={24} component="main">
      <Stack maw={440} gap={16}>
        <Logo size={36} />
        <Title order={1}>This window is not signed in</Title>
        <Text>
          The address that Winnow prints signs one window in, within 15 minutes. Get another one in the folder
          of Winnow, on the machine that it runs on:
        </Text>
        <CodeBlock code="npm run -s winnow -- open" what="the command" />
      </Stack>
    </Center>
  )
}
