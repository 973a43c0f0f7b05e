import { Button, Drawer } from '@mantine/core'
import { useDrawer } from '../../lib/in-address.ts'
import { VariablesPanel } from './variables-panel.tsx'

/** Opens the variables of the account. */
export function VariablesButton() {
  const [drawer, open] = useDrawer(['variables'])
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => open('variables')}>
        Variables
      </Button>
      <Drawer opened={drawer !== null} onClose={() => open(null)} title="Variables" size="lg">
        <VariablesPanel />
      </Drawer>
    </>
  )
}
