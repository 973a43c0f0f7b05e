import { Autocomplete, Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { PageInHand } from './use-page.ts'

/** Where the page comes from. The parser's test addresses are offered. */
export function PageAddress({ hand, addresses }: { hand: PageInHand; addresses: readonly string[] }) {
  const [typed, setTyped] = useState<string>()
  const known = hand.page && /^https?:/.test(hand.page.name) ? hand.page.name : (addresses[0] ?? '')
  const url = typed ?? known
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hand.fetching) hand.cancel()
    else if (url.trim()) hand.fetch(withScheme(url.trim()))
  }
  return (
    <form onSubmit={submit}>
      <Group gap={4} wrap="nowrap">
        <Autocomplete
          size="xs"
          style={{ flex: 1, minWidth: 0 }}
          aria-label="Address of the page"
          placeholder="https://shop.example/product"
          value={url}
          onChange={setTyped}
          data={[...new Set(addresses)]}
        />
        <Button type="submit" size="xs" px={10} variant="default">
          {hand.fetching ? 'Cancel' : 'Fetch'}
        </Button>
      </Group>
    </form>
  )
}

const withScheme = (url: string) => (/^[a-z][a-z+.-]*:/i.test(url) ? url : `https://${url}`)
