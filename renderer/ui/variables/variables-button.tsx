import { Button, Drawer, type MantineSize } from '@mantine/core'
import { useDrawer } from '../../lib/in-address.ts'
import { VariablesPanel } from './variables-panel.tsx'

/** A button that opens the variables of the account. */
export function VariablesButton({ size = 'sm' }: { size?: MantineSize }) {
  const [drawer, open] = useDrawer(['variables'])
  return (
    <>
      <Button size={size} variant="default" onClick={() => open('variables')}>
        Variables
      </Button>
      <Drawer opened={drawer !== null} onClose={() => open(null)} title="Variables" size="lg">
        <VariablesPanel />
      </Drawer>
    </>
  )
}
