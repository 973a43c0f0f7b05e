import { Kbd, Modal, Table } from '@mantine/core'
import { modKey } from '../lib/mod-key.ts'
import { NAV_PAGES } from '../routes.tsx'

const KEYS: [keys: string[], what: string][] = [
  [[modKey, 'K'], 'Find a page, a record or an operation by name, or run a cron'],
  [[modKey, 'Enter'], 'Send, or run a new batch'],
  [[modKey, 'S'], 'Save'],
  [['/'], 'Search on this page'],
  [['?'], 'Show keyboard shortcuts'],
  [['Esc'], 'Close the top dialog'],
  ...NAV_PAGES.map(({ key, title }): [string[], string] => [['g', key], `Go to ${title}`]),
]

/** The keyboard shortcuts of the app. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {KEYS.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Td w={140}>
                {keys.map(key => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
