import { Button, Center, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { checkConnection, commandToSignIn } from '../lib/service/connection.ts'
import { CodeBlock } from '../ui/code/code-block.tsx'
import { Logo } from './logo.tsx'

/** The page of a window that is not signed in. */
export const SignIn = () => (
  <Center mih="100vh" p={24} component="main">
    <Stack maw={440} gap={16}>
      <Logo size={36} />
      <Title order={1}>This window is not signed in</Title>
      <SignInForm />
    </Stack>
  </Center>
)

/** The same form over a page whose sign-in has ended, so that what the user has typed there is kept. */
export const SignInAgain = () => (
  <Modal
    opened
    onClose={() => undefined}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
    title="Sign in again"
  >
    <Stack gap={16}>
      <Text>This window is no longer signed in. What you typed stays where it is.</Text>
      <SignInForm />
    </Stack>
  </Modal>
)

/** Finds the token in a sign-in address or other pasted text; null if there is none. */
const tokenIn = (text: string) => /(?:token=|^)([\w-]{20,100})$/.exec(text.trim())?.[1] ?? null

/** Signs the window in by a pasted address. The window also continues automatically once another window has signed in. */
function SignInForm() {
  const [address, setAddress] = useState('')
  const [refusal, setRefusal] = useState('')
  const [isAsking, setAsking] = useState(false)
  const command = commandToSignIn()
  const submit = async () => {
    const token = tokenIn(address)
    if (!token) return setRefusal('Paste the whole address, as the command prints it.')
    setAsking(true)
    await fetch(`/app/?${new URLSearchParams({ token })}`).catch(() => undefined)
    const isSignedIn = (await checkConnection()) === 'open'
    setAsking(false)
    if (!isSignedIn)
      setRefusal('This address was used already, or is older than 15 minutes. Run the command again.')
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap={16}>
        <Text>
          The address that Winnow prints signs in one browser within 15 minutes. To get a new address, run
          this command on the machine that runs Winnow, then open the address or paste it here:
        </Text>
        {command !== null && <CodeBlock code={command} what="the command" />}
        <TextInput
          label="Address"
          placeholder={`${location.origin}/app/?token=…`}
          autoComplete="off"
          value={address}
          error={refusal}
          onChange={({ currentTarget }) => {
            setAddress(currentTarget.value)
            setRefusal('')
          }}
        />
        <Group>
          <Button type="submit" loading={isAsking}>
            Sign in
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
