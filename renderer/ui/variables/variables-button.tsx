import { Button, Drawer } from '@mantine/core'
import { useState } from 'react'
import { VariablesPanel } from './variables-panel.tsx'

/** Opens the variables of the account. */
export function VariablesButton() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
        Variables
      </Button>
      <Drawer opened={opened} onClose={() => setOpened(false)} title="Variables" size="lg">
        <VariablesPanel />
      </Drawer>
    </>
  )
}
